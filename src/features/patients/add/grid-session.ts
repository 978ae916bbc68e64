import { useMemo } from 'react';
import { type ActorRefFrom, fromPromise, waitFor } from 'xstate';
import { api } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { noResponse } from '@/app/client';
import { newPatientsOf } from '@/app/new-patients';
import { operationActor, runOperation, useApiStore } from '@/app/operation-actor';
import { sendRequest } from '@/app/section-request';
import { dashboardToast, type Store, toastIfLeft } from '@/app/store';
import { storedDrafts } from '@/app/stored-drafts';
import { countRows, gridLockName, mergeGrids, openStoredGrid, writeStoredGrid } from '@/app/stored-grid';
import { type PatientId, type PatientImportRow, successMessage } from '@/contract';
import { rowsToSend } from '@/domain/patient-rows';
import { blankGrid, type GridRow, type SentRow, type StoredGrid } from '@/domain/storage-keys';
import { createSignal } from '@/lib/signal';
import { readStored, writeStored } from '@/lib/storage';
import { closeFlow, openFlow } from '@/machines/flows.machine';
import { type SaveStart, savePatientsMachine } from '@/machines/save-patients.machine';
import { announce } from '@/ui/feedback/announce';
import { strings } from '../strings';
import { createGridDraft, type GridDraft } from './grid-draft';
import { createGridLock } from './grid-lock';
import { newRowId } from './grid-store';

type SaveActor = ActorRefFrom<typeof savePatientsMachine>;

/** The rows of this tab, and their saving. */
export interface OpenGrid {
  readonly draft: GridDraft;
  readonly saving: SaveActor;
}

/** Where the unsaved rows are open: being read, in this tab, or in another one, from which they may be on their way. */
type GridPlace =
  | { readonly at: 'opening' }
  | { readonly at: 'here'; readonly grid: OpenGrid }
  | { readonly at: 'elsewhere'; readonly isMoving: boolean; readonly wasHere: boolean };

/**
 * What outlives the mounted grid: its rows, and a save in progress. Leaving the section must not cancel it, because its
 * outcome would be unknown. It ends with the account, whose rows must not be saved for another clinic.
 */
export interface GridSession {
  /** The same object until it changes. */
  place(): GridPlace;
  subscribe(listener: () => void): () => void;
  /** Opens the rows, unless another tab has them; does nothing from the second time on. */
  open(): void;
  /** Takes the rows from the tab that has them. */
  continueHere(): void;
  /** Call it when the grid is mounted; returns a function to call when it no longer is. */
  attach(): () => void;
  stop(): void;
}

const gridSessionOf = sessionScoped(createGridSession, (session) => session.stop());

/** Returns the grid session of the signed-in account. */
export function useGridSession(): GridSession {
  const store = useApiStore();
  return useMemo(() => gridSessionOf(store), [store]);
}

const flowId = 'save-patients';

const nothingUnstored = { value: Promise.resolve(blankGrid), count: 0 };

function createGridSession(store: Store): GridSession {
  const port = appPortOf(store);
  const account = port.account();
  const flows = port.flows();
  const writer = newRowId();
  const token = readStored('token');
  /** Another tab may have signed in another account, which this tab learns from its next call. */
  const isSignedIn = () => readStored('token') === token;
  const changed = createSignal();
  let place: GridPlace = { at: 'opening' };
  /** Rows that are not stored: those that the last session has left, or that could not be stored before another tab took over. */
  let unstored = nothingUnstored;
  let reading: Promise<StoredGrid> | null = null;
  /** Rows that could not be read are not overwritten. */
  let isReadable = true;
  let mounted = 0;

  const setPlace = (next: GridPlace) => {
    place = next;
    changed.notify();
  };

  function retainUnstored(draft: GridDraft): void {
    if (draft.notes().lastWrite === 'written') return;
    const grid = draft.grid();
    unstored = { value: Promise.resolve(grid), count: countRows(grid.rows) };
  }

  /** Nothing is written here any more. */
  function leave(): void {
    const wasHere = place.at === 'here';
    if (place.at === 'here') {
      retainUnstored(place.grid.draft);
      place.grid.draft.stop();
      closeFlow(flows, flowId);
      announce(strings.elsewhere.moved);
    }
    setPlace({ at: 'elsewhere', isMoving: false, wasHere });
  }

  const lock = createGridLock(gridLockName(account), {
    isSending: () => place.at === 'here' && place.grid.saving.getSnapshot().hasTag('sending'),
    async handOver() {
      if (place.at !== 'here') return leave();
      const { draft, saving } = place.grid;
      // The session may end meanwhile.
      await waitFor(saving, (snapshot) => !snapshot.hasTag('sending')).catch(() => undefined);
      const written = draft.flush();
      leave();
      await written;
      retainUnstored(draft);
    },
    onLost: leave,
  });

  async function read(): Promise<StoredGrid> {
    isReadable = isSignedIn();
    const stored = isReadable
      ? await openStoredGrid(account, writer).catch(() => {
          isReadable = false;
          return blankGrid;
        })
      : blankGrid;
    return mergeGrids(stored, await unstored.value);
  }

  async function openAfter(taken: Promise<unknown>): Promise<void> {
    await taken;
    if (!lock.isHere()) return setPlace({ at: 'elsewhere', isMoving: false, wasHere: false });
    reading = read();
    const grid = await reading;
    reading = null;
    // Meanwhile the session may have ended, or another tab has taken the rows.
    if (!lock.isHere()) return;
    const draft = createGridDraft(grid, async (next) => {
      if (!isReadable) return 'blocked';
      const result = await writeStoredGrid(account, writer, next);
      if (result === null && lock.isHere() && isSignedIn()) leave();
      return result;
    });
    const { count } = unstored;
    unstored = nothingUnstored;
    setPlace({ at: 'here', grid: { draft, saving: openSaving(draft) } });
    if (count === 0) return;
    dashboardToast(strings.restored(count), { tone: 'info' });
    // At once: the user may leave without a change.
    draft.note({});
  }

  async function openFirst(): Promise<void> {
    if (unstored.count === 0) return openAfter(lock.take());
    const { value } = unstored;
    const grid = await value;
    // None if another tab had the rows when the session ended: it keeps them itself.
    const count = countRows(grid.rows) + grid.unread.length;
    unstored = { value, count };
    // The tab in which the account had unsaved rows goes on with them.
    return openAfter(count === 0 ? lock.take() : lock.takeOver());
  }

  function openSaving(draft: GridDraft): SaveActor {
    const newPatients = newPatientsOf(store);
    /** The rows that the last Save All has saved, and the ids of the list before their first try, as far as known. */
    let saved: readonly GridRow[] = [];
    let idsBefore: ReadonlySet<PatientId> = new Set();
    const unanswered = () => draft.notes().sent.filter(({ row }) => draft.store.row(row.id) !== undefined);
    const noteSent = (rows: readonly SentRow[], settled: readonly GridRow[] = []) => {
      const changedIds = new Set([...rows.map(({ row }) => row), ...settled].map(({ id }) => id));
      draft.note({ sent: [...draft.notes().sent.filter(({ row }) => !changedIds.has(row.id)), ...rows] });
    };
    const machine = savePatientsMachine.provide({
      actors: {
        startSaving: fromPromise<SaveStart, readonly GridRow[]>(async ({ input }) => {
          const { data: patients } = api.endpoints.fetchPatients.select(undefined)(store.getState());
          saved = [];
          if (unanswered().length === 0)
            idsBefore = new Set((patients ?? []).map(({ patient_id }) => patient_id));
          return { rows: rowsToSend(input, patients ?? null), unanswered: unanswered() };
        }),
        addPatients: fromPromise<unknown, readonly PatientImportRow[]>(async ({ input }) => {
          // What is sent is stored first, so that a tab that has the rows next looks them up.
          await draft.flush();
          if (!lock.isHere()) throw noResponse('addPatients');
          return runOperation(store, 'addPatients', { body: [...input] });
        }),
        fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
      },
    });
    const saving = openFlow(flows, flowId, machine, { skipped: draft.notes().skipped });
    let lastSkipped = saving.getSnapshot().context.skipped;
    let wasChecking = false;
    saving.subscribe(({ tags, status, context: { skipped, failure } }) => {
      if (wasChecking && !tags.has('busy') && status === 'active') toastIfLeft(failure);
      wasChecking = tags.has('checking');
      if (skipped === lastSkipped) return;
      lastSkipped = skipped;
      draft.note({ skipped: [...skipped] });
    });
    saving.on('saved', ({ rows, skipped, lookedUp }) => {
      saved = [...saved, ...rows];
      newPatients.set(saved, idsBefore);
      const changedRows = draft.store.removeSaved(rows);
      // They are held back, also after a reload: sent as they are now, the patients would be added twice.
      noteSent(changedRows.map((row) => ({ row, before: null, isSaved: true })));
      const message = successMessage('addPatients');
      // The grid has notices in place; where it is not open, their buttons are in toasts.
      const isOpen = mounted > 0;
      // Unless the response was lost, the store has just shown this text: the action is added to that toast.
      if (message !== null && (lookedUp || !isOpen))
        dashboardToast(message, {
          tone: 'success',
          topic: 'addPatients',
          action: isOpen
            ? undefined
            : { label: strings.notices.authenticate, onPress: newPatients.authenticate },
        });
      if (skipped === 0 || isOpen) return;
      dashboardToast(strings.notices.skipped(skipped), {
        tone: 'warning',
        action: { label: strings.notices.restore, onPress: showSkipped },
      });
    });
    saving.on('unanswered', ({ rows }) => noteSent(rows));
    saving.on('settled', ({ rows }) => noteSent([], rows));
    // The notice in the page may be out of sight, and does not change.
    saving.on('nothing-sent', ({ count }) =>
      dashboardToast(strings.outcome.unclear(count), { tone: 'warning', topic: 'addPatients' }),
    );
    if (unanswered().length > 0)
      saving.send({ type: 'RESUME', rows: draft.store.rows(), unanswered: unanswered() });
    return saving;
  }

  const showSkipped = () => {
    sendRequest(store, { action: 'skipped' });
    if (mounted > 0) return;
    writeStored('activePatientTab', 'Add Patients');
    port.openSection('patients');
  };

  let isOpened = false;
  return {
    place: () => place,
    subscribe: changed.subscribe,
    open() {
      if (isOpened) return;
      isOpened = true;
      const count = port.drafts.countWaiting('rows');
      const left = port.drafts.register<Promise<StoredGrid>>('rows', () => {
        const waiting = unstored.count === 0 ? null : unstored;
        // The tab that has the stored rows keeps them itself.
        if (place.at === 'elsewhere') return waiting;
        if (place.at === 'here') {
          const grid = place.grid.draft.grid();
          const rows = countRows(grid.rows) + grid.unread.length;
          return rows === 0 ? null : { value: Promise.resolve(grid), count: rows };
        }
        if (reading === null) return storedDrafts.rows.read(account, waiting);
        return { value: reading, count: unstored.count + (readStored('unsavedRows')?.count ?? 0) };
      });
      if (left !== null) unstored = { value: left, count };
      void openFirst();
    },
    continueHere() {
      setPlace({ at: 'elsewhere', isMoving: true, wasHere: false });
      sendRequest(store, { action: 'start' });
      void openAfter(lock.takeOver());
    },
    attach() {
      mounted += 1;
      return () => {
        mounted -= 1;
      };
    },
    stop() {
      if (place.at === 'here') {
        void place.grid.draft.flush();
        place.grid.draft.stop();
      }
      lock.stop();
    },
  };
}
