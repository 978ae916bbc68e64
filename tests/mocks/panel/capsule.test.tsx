import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { reopenDialogs } from '@/mocks/panel/page/page-actions';
import { playwrightTest } from '@/mocks/panel/report/capsule-section';
import { openTab } from '../support/panel';

const LOGIN = 'POST /auth/login';

/** A page of the product beside the control room. */
function addPage(html: string): HTMLElement {
  const main = document.createElement('main');
  main.innerHTML = html;
  document.body.append(main);
  return main;
}

afterEach(() => {
  for (const main of document.querySelectorAll('main')) main.remove();
  localStorage.clear();
  sessionStorage.clear();
});

/** The files that were offered since. */
function catchDownloads() {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

describe('a capsule in the control room', () => {
  it('is a file if it is too large for a link', async () => {
    const files = catchDownloads();
    const { mock, user } = await openTab('Scenarios');
    for (let step = 0; step < 9; step += 1) {
      const answers = Array.from({ length: 1800 }, (_, at) => (at * 7919 + step * 104_729) % 9973);
      mock.set(LOGIN, '200', { body: answers, where: { nth: step + 1 } });
    }
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByText(/Saved as a file/)).toBeVisible();
    const other = createMockServer();
    await other.restore((await files[0]?.text()) ?? '');
    expect(other.scenario()).toEqual(mock.scenario());
    other.close();
  });

  it('selects the link of a report that could not be copied, and keeps the note', async () => {
    const { mock, user } = await openTab('Scenarios');
    await user.click(screen.getByRole('button', { name: 'Report a bug' }));
    const form = within(await screen.findByRole('group', { name: 'Report a bug' }));
    const note = form.getByLabelText(/What went wrong/);
    expect(note).toHaveFocus();
    await user.keyboard('Nothing happens');
    await form.findByText('What is included');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(form.getByRole('button', { name: 'Copy link' }));
    expect(await form.findByRole('alert')).toHaveTextContent(/^Could not copy\./);
    const link = form.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(link).toHaveFocus();
    expect(link.selectionEnd).toBe(link.value.length);
    expect((await mock.capsules.read(link.value)).bug?.note).toBe('Nothing happens');
    expect(note).toHaveValue('Nothing happens');
  });

  it('keeps the note while the control room is closed', async () => {
    const { user } = await openTab('Mail');
    await user.click(screen.getByRole('button', { name: 'Report a bug' }));
    expect(await screen.findByLabelText(/What went wrong/)).toHaveFocus();
    await user.keyboard('It says{Escape}');
    expect(screen.queryByLabelText(/What went wrong/)).toBeNull();
    await user.keyboard('{Control>}.{/Control}');
    expect(await screen.findByLabelText(/What went wrong/)).toHaveValue('It says');
  });

  it.each(['Share', 'Copy link'])('%s copies in the press itself: Safari denies it later', async (name) => {
    const { user } = await openTab('Scenarios');
    if (name === 'Copy link') {
      await user.click(screen.getByRole('button', { name: 'Report a bug' }));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save file' })).toBeEnabled());
    }
    let items: Record<string, Promise<Blob>> = {};
    vi.stubGlobal(
      'ClipboardItem',
      class {
        constructor(given: typeof items) {
          items = given;
        }
      },
    );
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(write).toHaveBeenCalledOnce();
    expect(await screen.findByText(/^Copied/)).toBeVisible();
    const copied = await items['text/plain'];
    expect(await copied?.text()).toMatch(/#mock=\w/);
  });

  it('with a bug report has the note and what was done, without passwords, and shows it before', async () => {
    addPage(`<form><h1>Sign in</h1><label>Email <input type="email"></label>
      <label>Password <input type="password"></label>
      <label>Code <input autocomplete="one-time-code"></label><button type="button">Log in</button></form>`);
    const { mock, user } = await openTab('Scenarios');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.type(screen.getByLabelText('Code'), '918273');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await user.click(screen.getByRole('button', { name: 'Report a bug' }));
    const form = within(await screen.findByRole('group', { name: 'Report a bug' }));
    await user.type(form.getByLabelText(/What went wrong/), 'Nothing happens');
    expect(await form.findByText(/^4 actions and /)).toBeVisible();
    await user.click(form.getByText('Show all of it'));
    const inside = await form.findByRole('group', { name: 'What is inside' });
    expect(inside).toHaveTextContent('ada@example.com');
    expect(document.body).not.toHaveTextContent(/Secret-1!|918273/);
    await user.click(form.getByRole('button', { name: 'Copy link' }));
    const done = (await screen.findByText('Your bug report is ready')).closest('[role=status]');
    expect(done).toHaveTextContent('Copied. Paste it into a ticket or a message.');
    const { bug } = await mock.capsules.read(await navigator.clipboard.readText());
    expect(bug).toMatchObject({
      note: 'Nothing happens',
      actions: [
        { do: 'fill', role: 'textbox', name: 'Email', value: 'ada@example.com' },
        { do: 'fillSecret', name: 'Password', secret: 'password' },
        { do: 'fillSecret', role: 'textbox', name: 'Code', secret: 'code' },
        { do: 'click', role: 'button', name: 'Log in' },
      ],
    });
    expect(bug?.seen).toContainEqual({ role: 'heading', text: 'Sign in' });
  });

  it('with a bug report has what opens the open dialogs and what was typed in them, without passwords', async () => {
    const main = addPage('<button>Order</button><button>Save</button>');
    const [order, save] = within(main).getAllByRole('button');
    order?.addEventListener('click', () => {
      const dialog = document.createElement('div');
      dialog.setAttribute('role', 'dialog');
      dialog.innerHTML =
        '<label>Note <input></label><label>Password <input type="password"></label><label><input type="checkbox"> Gift</label>';
      main.append(dialog);
    });
    const { context, user } = await openTab('Scenarios');
    await user.click(save ?? main);
    await user.click(order ?? main);
    await user.type(screen.getByLabelText('Note'), 'Ring twice');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.click(screen.getByRole('checkbox', { name: 'Gift' }));
    const { dialogs } = await context.recorder.report();
    expect(dialogs).toEqual([
      { do: 'click', role: 'button', name: 'Order' },
      { do: 'fill', role: 'textbox', name: 'Note', value: 'Ring twice' },
      { do: 'click', role: 'checkbox', name: 'Gift' },
    ]);
    main.querySelector('[role=dialog]')?.remove();
    await reopenDialogs(dialogs ?? [], new AbortController().signal);
    expect(screen.getByLabelText('Note')).toHaveValue('Ring twice');
    expect(screen.getByRole('checkbox', { name: 'Gift' })).toBeChecked();
    main.querySelector('[role=dialog]')?.remove();
    expect((await context.recorder.report()).dialogs).toEqual([]);
  });

  it('takes no dialog for opened by a click that came long before', async () => {
    const main = addPage('<button>Save</button>');
    const { context, user } = await openTab('Scenarios');
    const started = performance.now();
    await user.click(within(main).getByRole('button'));
    vi.spyOn(performance, 'now').mockReturnValue(started + 60_000);
    main.insertAdjacentHTML('beforeend', '<div role="dialog">Are you still there?</div>');
    expect((await context.recorder.report()).dialogs).toEqual([]);
  });

  it('opens no dialog once the user acts, and neither follows links nor types into the page', async () => {
    const main = addPage('<button>Order</button><a href="#away">Leave</a><label>Search <input></label>');
    let pressed = 0;
    for (const element of main.querySelectorAll('button, a')) {
      element.addEventListener('click', () => {
        pressed += 1;
      });
    }
    const { signal } = new AbortController();
    const link = { do: 'click', role: 'link', name: 'Leave' } as const;
    await expect(reopenDialogs([link], signal)).rejects.toThrow(/^This page has no link “Leave”/);
    const search = { do: 'fill', role: 'textbox', name: 'Search', value: 'Robin' } as const;
    await expect(reopenDialogs([search], signal)).rejects.toThrow(/^This page has no textbox “Search”/);
    expect(screen.getByLabelText('Search')).toHaveValue('');
    const missing = { do: 'click', role: 'button', name: 'Not here yet' } as const;
    const opening = reopenDialogs([missing, { do: 'click', role: 'button', name: 'Order' }], signal);
    fireEvent.pointerDown(main);
    await opening;
    expect(pressed).toBe(0);
  });

  it('waits for a dialog’s button without looking through a page that does not change', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const main = addPage('<button>Save</button>');
    const looks = vi.spyOn(document, 'querySelectorAll');
    const order = { do: 'click', role: 'button', name: 'Order' } as const;
    const opening = reopenDialogs([order], new AbortController().signal);
    await vi.advanceTimersByTimeAsync(5000);
    expect(looks.mock.calls.length).toBeLessThan(15);
    main.insertAdjacentHTML('beforeend', '<button>Order</button>');
    const added = main.lastElementChild;
    added?.addEventListener('click', () => main.insertAdjacentHTML('beforeend', '<div role="dialog"></div>'));
    await vi.advanceTimersByTimeAsync(100);
    expect(main.querySelector('[role=dialog]')).not.toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    await opening;
  });

  it('names one of several alike by its position, and starts again when the data changes here', async () => {
    const main = addPage('<button>Edit</button><button>Edit</button>');
    const { context, user } = await openTab('Scenarios');
    await user.click(within(main).getAllByRole('button')[1] ?? main);
    expect((await context.recorder.report()).actions).toEqual([
      { do: 'click', role: 'button', name: 'Edit', nth: 1 },
    ]);
    context.control.set(LOGIN, '500', { times: 1 });
    expect(context.recorder.count()).toBe(2);
    await context.control.reset({ preset: 'empty' });
    expect(context.recorder.count()).toBe(0);
  });

  it('is opened from a file, after a look inside', async () => {
    const mine = createMockServer({ preset: 'empty' });
    await mine.ready;
    mine.set(LOGIN, '400');
    const from = await mine.capsules.take();
    const report = { note: 'Wrong words', from, actions: [], seen: [] };
    const { file } = await mine.capsules.make(report);
    const { mock, user } = await openTab('Scenarios', { preset: 'demo' });
    const chosen = new File([file], 'kitwell-capsule.json', { type: 'application/json' });
    await user.upload(screen.getByLabelText('Open a capsule'), chosen);
    const opened = within(await screen.findByRole('group', { name: 'Bug report' }));
    expect(opened.getByText('Wrong words')).toBeVisible();
    expect(mock.scenario().overrides).toEqual([]);
    await user.click(opened.getByRole('button', { name: 'Open' }));
    await user.click(opened.getByRole('button', { name: 'Yes, open' }));
    await waitFor(() => expect(mock.scenario()).toEqual(mine.scenario()));
    expect(mock.choice().preset).toBe('empty');
    expect(await screen.findByText('Opened.')).toBeVisible();
    mine.close();
  });

  it('reports a dropped file that is none, and changes nothing', async () => {
    const { mock } = await openTab('Scenarios', { preset: 'demo' });
    const file = new File(['{}'], 'other.json');
    fireEvent.drop(await screen.findByText(/Drop a file here/), { dataTransfer: { files: [file] } });
    expect(await screen.findByText('The capsule is damaged: nothing was changed.')).toBeVisible();
    expect(mock.choice().preset).toBe('demo');
  });
});

describe('an exported test', () => {
  it('finds elements by role and name, and keeps every text of a capsule a text', () => {
    const hostile = ['`$', '{process.exit()}`', "'); process.exit(); // ", '\n\u2028'].join('');
    const written = playwrightTest(
      {
        note: `$hostile`,
        from: '2.abc',
        actions: [
          { do: 'fill', role: 'textbox', name: 'Email', value: 'provider@kitwell.test' },
          { do: 'fillSecret', role: null, name: 'Password', secret: 'password' },
          { do: 'click', role: hostile, name: hostile, nth: 2 },
          { do: 'mock', call: 'set', arguments: [LOGIN, '500'] },
        ],
        seen: [{ role: 'alert', text: hostile }],
      },
      'http://localhost:4174/login',
      [{ role: 'provider', email: 'provider@kitwell.test', password: 'Provider1!' }],
    );
    expect(written).toContain(
      `getByRole("textbox", { name: "Email", exact: true }).fill("provider@kitwell.test")`,
    );
    expect(written).toContain('getByLabel("Password", { exact: true }).fill("Provider1!")');
    expect(written).toContain(`.set(...sent), ["${LOGIN}","500"])`);
    const [before, ...after] = written.split(JSON.stringify(hostile));
    expect(after.length).toBeGreaterThan(2);
    expect([before, ...after].join('')).not.toContain('process.exit');
  });
});
