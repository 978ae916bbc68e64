import { act, fireEvent, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPage } from '@tests/support/app';
import { expect, vi } from 'vitest';
import { type App, createApp, getApp, stopApp } from '@/app/app';
import { readAccount } from '@/app/session-actors';
import { subscribeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import { controls, isUsable, nameOf } from './controls';
import { settled } from './is-idle';
import { emailOf, fileWith } from './patients-file';
import { createSessionBook, markOf, marksHiddenFrom, people, rowsOf, type Who } from './two-clinics';

export const providerTasks = [
  'type half a row',
  'add a patient',
  'save all',
  'import a file',
  'edit a patient',
  'save the patient',
  'authorize a patient',
  'order a kit',
  'book an appointment',
  'search',
  'type in a form',
  'change the clinic’s profile',
  'change the lab',
] as const;
export const patientTasks = ['type in a form', 'change the own profile'] as const;

export type Task = (typeof providerTasks)[number] | (typeof patientTasks)[number];

/** What is done around the screens; `wait` is false if the next step does not wait for the calls of this one. */
export type Step = { readonly wait: boolean } & (
  | { readonly does: 'log in'; readonly as: Who; readonly tab: 'this' | 'other' }
  | { readonly does: 'log in without logging out'; readonly as: Who }
  | { readonly does: 'log out'; readonly tab: 'this' | 'other' }
  | { readonly does: 'reload' | 'session ends' | 'answers arrive' | 'change elsewhere' }
  | { readonly does: 'task'; readonly task: Task }
  | { readonly does: 'open'; readonly entry: string }
  | { readonly does: 'press'; readonly nth: number }
  | { readonly does: 'fault'; readonly operation: string; readonly branch: string }
  | { readonly does: 'slow'; readonly where: 'there' | 'back' }
);

const next = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

const pressable =
  'button, a[href^="/"]:not([target], [download]), [role=tab], [role=menuitem], input[type=checkbox]';
const dialogs = '[role=dialog], [role=alertdialog]';
const fillable = 'input:not([type=checkbox], [type=file]), textarea, select';

/** What leads out of the product, and what jsdom lacks: downloads. */
const leadsOut = /card|calendar|download|sample|upload|discard them/i;

const editedRow = () => document.querySelector('form[aria-label^="Details of"]') ?? undefined;

/** One user at one browser with two tabs; of the other tab there is the application without its screens. */
export class PageDriver {
  readonly #server: MockServer;
  readonly #whose: (token: string | null) => Who | null;
  readonly #user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  readonly #other: App;
  readonly #stops: (() => void)[] = [];
  readonly #paused: (() => void)[] = [];
  #slow: 'there' | 'back' | null = null;
  #page: ReturnType<typeof loadPage> | undefined;
  #typed = 0;
  /** Changes of the token that this tab has not heard of yet. */
  #unreported = 0;

  constructor(server: MockServer) {
    this.#server = server;
    this.#whose = createSessionBook(server);
    this.#pauseResponses();
    this.#other = createApp();
    // jsdom reports no change to the window that made it, and here both tabs share one.
    const stop = subscribeStored('token', (origin) => {
      if (origin !== 'thisTab') return;
      this.#unreported += 1;
      setTimeout(() => {
        this.#unreported -= 1;
        window.dispatchEvent(new StorageEvent('storage', { key: null }));
      });
    });
    this.#stops.push(stop);
  }

  async begin(): Promise<void> {
    await this.#load('/login');
  }

  async #load(path: string): Promise<void> {
    history.replaceState(null, '', path);
    this.#page = loadPage();
    await waitFor(() => expect(document.querySelector('h1'), 'the heading of the page').not.toBeNull());
  }

  #pauseResponses(): void {
    const { engine } = this.#server;
    const answer = engine.answer.bind(engine);
    const hold = () => new Promise<void>((resolve) => this.#paused.push(resolve));
    const spy = vi.spyOn(engine, 'answer').mockImplementation(async (...call) => {
      if (this.#slow === 'there') await hold();
      const result = await answer(...call);
      if (this.#slow === 'back') await hold();
      return result;
    });
    this.#stops.push(() => spy.mockRestore());
  }

  leave(): void {
    this.release();
    this.#page?.unload();
    this.#other.stop();
    for (const stop of this.#stops) stop();
  }

  /** Lets everything through that is held. */
  release(): void {
    this.#slow = null;
    for (const go of this.#paused.splice(0)) go();
  }

  /** The account whose token the browser has. */
  get who(): Who | null {
    return this.#whose(readAccount().token);
  }

  async take(step: Step): Promise<void> {
    await this.#do(step);
    await this.#expectOwnDataOnceReported();
    if (!step.wait) return;
    await this.settle();
    await this.#expectOwnDataOnceReported();
  }

  /** A browser reports another tab's login to this one a moment later. */
  async #expectOwnDataOnceReported(): Promise<void> {
    do await next();
    while (this.#unreported > 0);
    this.expectOwnDataOnly();
  }

  async #do(step: Step): Promise<void> {
    switch (step.does) {
      case 'log in':
        if (step.tab === 'other') {
          const { email, password } = people[step.as];
          act(() => this.#other.session.send({ type: 'LOGIN', email, password }));
          return;
        }
        if (this.who !== null) await this.#logOut();
        return this.#logIn(step.as);
      case 'log in without logging out':
        await this.reload('/login');
        return this.#logIn(step.as);
      case 'log out':
        if (step.tab === 'this') return this.#logOut();
        act(() => this.#other.session.send({ type: 'LOGOUT' }));
        return;
      case 'reload':
        return this.reload();
      case 'session ends':
        this.#whose(null);
        for (const { token } of this.#server.db.list('sessions') as { token: string }[])
          await this.#server.db.remove('sessions', token);
        return;
      case 'answers arrive':
        return this.release();
      case 'slow':
        this.#slow = step.where;
        return;
      case 'fault':
        return this.#server.set(step.operation, step.branch, { times: 1 });
      case 'change elsewhere': {
        for (const clinic of ['clinic 1', 'clinic 2'] as const) {
          const [row] = rowsOf<{ patient_id: string }>(this.#server, 'patients', clinic);
          this.#typed += 1;
          await this.#server.db.patch('patients', row?.patient_id ?? '', {
            patient_city: `Elsewhere ${this.#typed}`,
          });
        }
        return;
      }
      case 'open':
        return this.open(step.entry);
      case 'press': {
        const all = controls(pressable).filter((element) => !leadsOut.test(nameOf(element)));
        const chosen = all[step.nth % Math.max(all.length, 1)];
        if (chosen !== undefined) await this.#user.click(chosen);
        return;
      }
      case 'task':
        return this.#task(step.task);
    }
  }

  async #press(name: string | RegExp, around?: ParentNode): Promise<boolean> {
    const [control] = controls(pressable, name, around);
    if (control !== undefined) await this.#user.click(control);
    return control !== undefined;
  }

  /** Fills the first usable field of this name. */
  #fill(name: string | RegExp, value: string, around?: ParentNode): boolean {
    const [field] = controls(fillable, name, around);
    if (field instanceof HTMLSelectElement) fireEvent.change(field, { target: { value } });
    else if (field !== undefined) fireEvent.input(field, { target: { value } });
    return field !== undefined;
  }

  /** The top dialog, if it has this title. */
  async #dialog(name: string): Promise<HTMLElement | null> {
    await next();
    const open = [...document.querySelectorAll<HTMLElement>(dialogs)].filter(isUsable);
    return open.find((dialog) => dialog.querySelector('h2')?.textContent === name) ?? null;
  }

  async #logIn(as: Who): Promise<void> {
    const { email, password } = people[as];
    if (!this.#fill(/^Email/, email) || !this.#fill(/^Password/, password)) return;
    await this.#press('Log In', document.querySelector('main form') ?? undefined);
  }

  async #logOut(): Promise<void> {
    await this.#choose('Logout');
    await this.#waitFor(pressable, 'Log out');
    await this.#press('Log out');
    await next();
  }

  /** Chooses in the menu of the account. */
  async #choose(entry: string): Promise<void> {
    if (controls('[role=menuitem]', entry).length === 0) await this.#press(/^Hey, /);
    await this.#press(entry, document.querySelector('[role=menu]') ?? undefined);
  }

  /** Opens a section by its entry in the sidebar, in the menu or in its tabs. */
  async open(entry: string): Promise<void> {
    switch (entry) {
      case 'Clinic profile':
      case 'Sample Testing Lab':
        await this.#choose('Profile');
        await this.#waitFor('[role=tab]', 'Sample Testing Lab');
        await this.#press(entry === 'Clinic profile' ? 'Profile' : entry);
        return;
      case 'Kits Information':
        return this.#choose(entry);
      case 'Booked Appointments':
        await this.#press('Booking / Order Kits');
        await this.#waitFor('[role=tab]', entry);
        await this.#press(entry);
        return;
      case 'Add Patients':
      case 'Update Patients':
        await this.#press('Patients', document.querySelector('nav[aria-label="Dashboard"]') ?? undefined);
        await this.#waitFor('[role=tab]', entry);
        await this.#press(entry);
        return;
      default:
        await this.#press(entry, document.querySelector('nav[aria-label="Dashboard"]') ?? undefined);
    }
  }

  /** Waits for a control, unless answers are held. */
  async #waitFor(selector: string, name: string | RegExp): Promise<boolean> {
    await next();
    if (this.#slow !== null || !(location.pathname === '/dashboard'))
      return controls(selector, name).length > 0;
    await this.settle();
    return controls(selector, name).length > 0;
  }

  async #task(task: Task): Promise<void> {
    const who = this.who;
    if (who === null) return;
    const mark = markOf(who);
    this.#typed += 1;
    const name = `${mark} New${this.#typed}`;
    switch (task) {
      case 'type half a row':
        await this.open('Add Patients');
        await this.#fillRow({ Name: name });
        return;
      case 'add a patient':
        await this.open('Add Patients');
        return this.#addPatient(name);
      case 'save all':
        await this.#press('Save All');
        return;
      case 'import a file':
        await this.open('Add Patients');
        return this.#importFile(name);
      case 'edit a patient':
        await this.open('Update Patients');
        await this.#press(/^Edit /);
        await next();
        this.#fill(/^Phone/, `+1 206 555 0${100 + this.#typed}`, editedRow());
        return;
      case 'save the patient':
        await this.#press('Save', editedRow());
        return;
      case 'authorize a patient': {
        await this.open('Booking / Order Kits');
        if (!(await this.#waitFor('input[type=checkbox]', /^Select (?!all)/))) return;
        const boxes = controls('input[type=checkbox]', /^Select (?!all)/);
        const box = boxes[this.#typed % boxes.length];
        if (box !== undefined) await this.#user.click(box);
        await this.#press('Authenticate');
        return;
      }
      case 'order a kit':
        await this.open('Booking / Order Kits');
        await this.#waitFor('button', /^Order kit for/);
        return this.#order();
      case 'book an appointment': {
        await this.open('Booked Appointments');
        await this.#waitFor('button', /^Book .*\d|^Book /);
        await this.#press(new RegExp(`^Book ${mark}`));
        const dialog = await this.#dialog('Book Appointment');
        if (dialog === null) return;
        this.#fill(/^Provider Type/, 'Counselor', dialog);
        this.#fill(/^Time Slot/, `${mark} Tuesday ${this.#typed}`, dialog);
        this.#fill(/^Meet Link/, `https://meet.example.com/${mark}-${this.#typed}`, dialog);
        await this.#press('Send Invitation', dialog);
        return;
      }
      case 'search':
        this.#fill(/^Search/, mark);
        return;
      case 'type in a form':
        await this.open(who === 'clinic 1' || who === 'clinic 2' ? 'Clinic profile' : 'Profile & Kit Setup');
        await this.#waitFor('input', /^City/);
        this.#fill(/^City/, `${mark}burg ${this.#typed}`);
        return;
      case 'change the clinic’s profile':
        await this.open('Clinic profile');
        await this.#waitFor('input', /^City/);
        this.#fill(/^City/, `${mark}ville ${this.#typed}`);
        await this.#press('Update');
        return;
      case 'change the lab':
        await this.open('Sample Testing Lab');
        await this.#waitFor('input', /^Lab Name/);
        this.#fill(/^Lab Name/, `${mark} Lab ${this.#typed}`);
        await this.#press(
          /^(Save|Update)/,
          document.querySelector('[role=tabpanel]:not([hidden])') ?? undefined,
        );
        return;
      case 'change the own profile': {
        await this.open('Profile & Kit Setup');
        await this.#waitFor('input', /^City/);
        this.#fill(/^City/, `${mark}ton ${this.#typed}`);
        await this.#press('Update');
        const dialog = await this.#dialog('Update your profile?');
        if (dialog !== null) await this.#press('Update', dialog);
      }
    }
  }

  /** Types into the first blank row; returns its number. */
  async #fillRow(cells: Readonly<Record<string, string>>): Promise<string | null> {
    const find = () =>
      controls(fillable, /^Name, row /).find(
        (field) => field instanceof HTMLInputElement && field.value === '',
      );
    if (find() === undefined) await this.#press('Add row');
    const blank = find();
    const row = blank && /row \d+/.exec(nameOf(blank))?.[0];
    if (!row) return null;
    for (const [column, value] of Object.entries(cells)) this.#fill(`${column}, ${row}`, value);
    return row;
  }

  async #addPatient(name: string): Promise<void> {
    const row = await this.#fillRow({
      Name: name,
      Email: emailOf(name),
      Phone: '+1 555 010 0100',
      Age: '36',
    });
    if (row === null) return;
    await this.#press(new RegExp(`^Address, ${row}:`));
    const dialog = await this.#dialog('Address');
    if (dialog === null) return;
    this.#fill(/^Street/, `1 ${name} Street`, dialog);
    this.#fill(/^City/, 'Boston', dialog);
    this.#fill(/^Postal Code/, '02101', dialog);
    this.#fill(/^State/, 'MA', dialog);
    this.#fill(/^Country/, 'United States', dialog);
    await this.#press('Done', dialog);
  }

  async #importFile(name: string): Promise<void> {
    await this.#press('Import Patients from File');
    const dialog = await this.#dialog('Import Patients from File');
    const input = dialog?.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) return;
    await this.#user.upload(input, fileWith(name));
    if (this.#slow !== null) return;
    await waitFor(() => expect(controls('button', /^Add .* to the grid$/)).not.toHaveLength(0), {
      timeout: 2000,
    }).catch(() => undefined);
    await this.#press(/^Add .* to the grid$/);
  }

  async #order(): Promise<void> {
    await this.#press(/^Order kit for/);
    const dialog = await this.#dialog('Order Kit');
    if (dialog === null) return;
    await this.#waitFor('select', /^Kit Type/);
    this.#fill(/^Frequency/, '3 Months', dialog);
    this.#fill(/^Kit Type/, 'kit-standard-5', dialog);
    await this.#press('Place Order', dialog);
    const terms = await this.#dialog('Terms and Conditions');
    if (terms !== null) await this.#press('I agree', terms);
  }

  async reload(path = location.pathname): Promise<void> {
    this.#page?.unload();
    stopApp();
    history.replaceState(null, '', path);
    await this.#load(path);
  }

  /** Waits until no call and no flow is under way, and none follows, unless answers are held. */
  async settle(): Promise<void> {
    await settled(
      () => [getApp(), this.#other],
      () => this.#slow !== null,
    );
  }

  /** Everything that the screen and the browser hold, by where it is. */
  #texts(): Record<string, string> {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
    const page = document.documentElement.cloneNode(true) as HTMLElement;
    // jsdom does not end the animation of a toast that closes.
    for (const toast of page.querySelectorAll('.Toastify__toast[data-in=false]')) toast.remove();
    return {
      'the page': page.outerHTML,
      'its fields': fields.map(({ value }) => value).join('\n'),
      'its title': document.title,
      'local storage': JSON.stringify({ ...localStorage }),
      'session storage': JSON.stringify({ ...sessionStorage }),
      'the address': location.href + JSON.stringify(history.state) + document.cookie,
    };
  }

  /** No text on screen or in storage belongs to another account than the one that is signed in. */
  expectOwnDataOnly(): void {
    const { who } = this;
    const viewer = who ?? 'no one';
    for (const [where, text] of Object.entries(this.#texts())) {
      for (const mark of marksHiddenFrom(who)) {
        const at = text.toLowerCase().indexOf(mark.toLowerCase());
        if (at < 0) continue;
        expect.fail(
          `${where} has data that ${viewer} must not see: …${text.slice(Math.max(0, at - 60), at + 60)}…`,
        );
      }
    }
  }

  /** Something can be done: the page is there, it has a usable control, and nothing stays busy. */
  async expectUsable(): Promise<void> {
    const busy = () => [...document.querySelectorAll<HTMLElement>('[aria-busy=true]')].map(nameOf);
    await waitFor(() => expect(busy(), 'what stays busy').toEqual([]));
    expect(document.querySelector('h1')?.textContent?.trim(), 'the heading').toMatch(/./);
    const usable = controls(`${pressable}, ${fillable}`).filter(
      (element) => element.closest('.Toastify') === null,
    );
    expect(usable, 'controls that can be used').not.toHaveLength(0);
    expect(document.body.textContent).not.toContain('Something went wrong');
  }

  async #closeDialogs(): Promise<void> {
    const find = () => document.querySelector(dialogs);
    for (let tries = 0; tries < 5 && find() !== null; tries += 1) {
      await this.#user.keyboard('{Escape}');
      await this.settle();
      if (find() !== null) await this.#press(/^(Cancel|Close|Done|Stay)/, find() ?? undefined);
      await this.settle();
    }
    expect(find()?.textContent, 'a dialog that stays open').toBeUndefined();
  }

  /** The main job still works: signs in as the first clinic, adds a patient and saves. */
  async expectToGoOn(): Promise<void> {
    await this.#closeDialogs();
    if (this.who !== 'clinic 1' || location.pathname !== '/dashboard') {
      if (location.pathname !== '/login' && controls(pressable, /^Hey, /).length > 0) await this.#logOut();
      else if (location.pathname !== '/login') await this.reload('/login');
      await this.settle();
      await this.#logIn('clinic 1');
      await this.settle();
    }
    expect(this.who).toBe('clinic 1');
    await this.open('Add Patients');
    await this.settle();
    this.#typed += 1;
    const name = `${markOf('clinic 1')} Last${this.#typed}`;
    await this.#addPatient(name);
    await this.#press('Save All');
    await this.settle();
    // The server had ended the session: after a login, the row is there again.
    if (location.pathname === '/login') {
      await this.#logIn('clinic 1');
      await this.settle();
      await this.open('Add Patients');
      await this.settle();
      await this.#press('Save All');
      await this.settle();
    }
    const saved = rowsOf<{ patient_name: string }>(this.#server, 'patients', 'clinic 1').filter(
      ({ patient_name }) => patient_name === name,
    );
    expect(saved, 'the patient that was added last').toHaveLength(1);
  }

  /** Opens a section as someone who wants to see all of it. */
  async #see(entry: string): Promise<void> {
    await this.open(entry);
    await this.settle();
    while (await this.#press('Retry')) await this.settle();
    await this.#press('Cancel', editedRow());
    this.#fill(/^Search/, '');
    await this.#press(/^All/, document.querySelector('main') ?? undefined);
    await this.settle();
  }

  /** Changes patients on another device, then loads the page again. */
  async loadAgain(): Promise<void> {
    await this.#closeDialogs();
    await this.#do({ does: 'change elsewhere', wait: true });
    await this.reload('/dashboard');
    await this.settle();
  }

  #cells(table: string): string[] {
    const rows = document.querySelectorAll(`main table[aria-label="${table}"] tbody:not([aria-hidden]) tr`);
    return [...rows].map((row) => row.textContent ?? '');
  }

  /** The lists of the clinic that is signed in show what the server has. */
  async expectServersData(): Promise<void> {
    const { who } = this;
    if (who !== 'clinic 1' && who !== 'clinic 2') return;
    const patients = rowsOf<Row>(this.#server, 'patients', who);
    await this.#see('Update Patients');
    const rows = this.#cells('Patients');
    for (const patient of patients) {
      const text = rows.find((row) => row.includes(String(patient.patient_email)));
      for (const field of ['patient_name', 'patient_phone', 'patient_age', 'patient_street', 'patient_city'])
        expect(text, `${field} in Update Patients`).toContain(String(patient[field] ?? ''));
    }
    expect(rows, 'rows of Update Patients').toHaveLength(patients.length);
    await this.#see('Booking / Order Kits');
    const states = this.#cells('Patients to authenticate');
    for (const patient of patients) {
      const text = states.find((row) => row.includes(String(patient.patient_email)));
      expect(text, 'the state').toContain(patient.authorized === 1 ? 'Authorized' : 'Not authorized');
    }
    expect(states, 'rows of Booking / Order Kits').toHaveLength(patients.length);
    await this.#see('Booked Appointments');
    const booked = rowsOf<Row>(this.#server, 'appointments', who).map(({ time_slot }) => String(time_slot));
    const cards = [...document.querySelectorAll('main li')].filter(
      (card) => card.querySelector('h4') !== null,
    );
    const visibleSlots = cards.map((card) => booked.find((slot) => card.textContent?.includes(slot)));
    expect(visibleSlots.sort(), 'appointments').toEqual(booked.sort());
  }
}

type Row = Readonly<Record<string, string | number | null>>;

export const operationsFaultable = (server: MockServer): { operation: string; branch: string }[] => {
  const branches = ['400', '401', '403', '500', '429', 'network', 'malformed', 'wrong-2xx', 'ok.lost'];
  return server
    .operations()
    .flatMap(({ operation, branches: declared }) =>
      branches
        .filter((branch) => declared.includes(branch) || branch === '429' || branch === 'network')
        .map((branch) => ({ operation, branch })),
    );
};
