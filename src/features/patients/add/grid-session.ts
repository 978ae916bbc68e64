import { useMemo } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { api } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { newPatientsOf } from '@/app/new-patients';
import { operationActor, useApiStore } from '@/app/operation-actor';
import { openChannel } from '@/app/other-tabs';
import { dashboardToast, type Store } from '@/app/store';
import { unsavedRows } from '@/app/stored-drafts';
import { toastValidationErrors } from '@/app/use-flow';
import { type PatientId, type PatientImportRow, successMessage } from '@/contract';
import { sentInDraft, toSend } from '@/domain/patient-rows';
import type { GridRowDraft, SentRow } from '@/domain/storage-keys';
import { readStored, removeStored, writeStored } from '@/lib/storage';
import { whenIdle } from '@/lib/when-idle';
import { openFlow } from '@/machines/flows.machine';
import { type SaveStart, savePatientsMachine, type UnansweredRows } from '@/machines/save-patients.machine';
import { strings } from '../strings';
import { removeSavedRows } from './grid-draft';

/** One tab saves at a time (Web Locks). In a browser without locks, every tab may. */
interface SaveLock {
  /** Takes the turn; resolves to false if another tab has it. */
  take(): Promise<boolean>;
  end(): void;
  isInOtherTab(): Promise<boolean>;
  /** Resolves when no tab has the turn any more, also if its tab was closed. */
  free(): Promise<void>;
  stop(): void;
}

const lockName = 'kitwell:save-patients';
/** The only message of this channel. */
const taken = 'taken';

/** A tab's last storage write may reach other tabs after its lock is released, by at most this many milliseconds. */
const storageDelay = 250;

/** @param onOtherTab called when another tab takes the turn */
function createSaveLock(onOtherTab: () => void): SaveLock {
  // Missing on insecure origins.
  const locks = navigator.locks as LockManager | undefined;
  const channel = openChannel(lockName);
  if (locks === undefined || channel === undefined)
    return {
      take: async () => true,
      end: () => undefined,
      isInOtherTab: async () => false,
      free: async () => undefined,
      stop: () => undefined,
    };

  channel.onmessage = ({ data }) => {
    if (data === taken) onOtherTab();
  };
  let release: () => void = () => undefined;
  const end = () => release();
  return {
    end,
    take: () =>
      new Promise((resolve) => {
        const hold = (lock: Lock | null) => {
          resolve(lock !== null);
          if (lock === null) return;
          channel.postMessage(taken);
          return new Promise<void>((released) => {
            release = released;
          });
        };
        // Locks are rejected when storage is blocked: then no other tab shares the draft.
        locks.request(lockName, { ifAvailable: true }, hold).catch(() => resolve(true));
      }),
    async isInOtherTab() {
      const { held = [] } = await locks.query().catch(() => ({ held: [] }));
      return held.some((lock) => lock.name === lockName);
    },
    async free() {
      await locks.request(lockName, { mode: 'shared' }, () => undefined).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, storageDelay));
    },
    stop() {
      end();
      channel.close();
    },
  };
}

type SaveActor = ActorRefFrom<typeof savePatientsMachine>;

/** What the focus can be moved to: the first gap of the skipped rows, or the first cell. */
type GridTarget = 'skipped' | 'start';

interface MountedGrid {
  /** The rows, which may not be stored yet. */
  rows(): readonly GridRowDraft[];
  /** Moves the focus in the grid. */
  show(target: GridTarget): void;
}

/**
 * What outlives the mounted grid: a save in progress. Leaving the section must not cancel it, because its outcome would
 * be unknown. It ends with the account, whose rows must not be saved for another clinic.
 */
export interface GridSession {
  /** Allows another tab to save. */
  stop(): void;
  readonly saving: SaveActor;
  /** Connects the mounted grid; returns a function that disconnects it. */
  attach(grid: MountedGrid): () => void;
  /** Moves the focus in the grid, now or when it is opened. */
  show(target: GridTarget): void;
}

const gridSessionOf = sessionScoped(createGridSession, (session) => session.stop());

/** Returns the grid session of the signed-in account. */
export function useGridSession(): GridSession {
  const store = useApiStore();
  return useMemo(() => gridSessionOf(store), [store]);
}

/** Leaves other tabs' rows unchanged. */
function storeUnanswered(rows: readonly SentRow[], settled: readonly GridRowDraft[] = []): void {
  const changed = new Set([...rows.map(({ row }) => row), ...settled].map(({ id }) => id));
  const left = [...readStored('patientGridSent').filter(({ row }) => !changed.has(row.id)), ...rows];
  if (left.length > 0) writeStored('patientGridSent', left);
  else removeStored('patientGridSent');
}

/** Stores the rows whose notice must be shown after a reload, too. */
function storeSkipped(skipped: readonly string[]): void {
  if (skipped.length > 0) writeStored('patientGridSkipped', [...skipped]);
  else removeStored('patientGridSkipped');
}

function createGridSession(store: Store): GridSession {
  let mounted: MountedGrid | null = null;
  const rowsNow = () => mounted?.rows() ?? readStored('patientGrid').rows;
  /** Returns the grid's rows, and those of them that this tab before a reload, or another tab, sent without a response. */
  const unansweredRows = (): UnansweredRows => {
    const rows = rowsNow();
    return { rows, unanswered: sentInDraft(readStored('patientGridSent'), rows) };
  };
  const token = readStored('token');
  const isSignedIn = () => readStored('token') === token;
  const newPatients = newPatientsOf(store);
  /** The rows that the last Save All has saved, and the ids of the list before their first try, as far as known. */
  let saved: readonly GridRowDraft[] = [];
  let idsBefore: ReadonlySet<PatientId> = new Set();
  const turn = createSaveLock(() => saving.send({ type: 'SAVING_IN_OTHER_TAB' }));
  const machine = savePatientsMachine.provide({
    actors: {
      startSaving: fromPromise<SaveStart, readonly GridRowDraft[]>(async ({ input }) => {
        const [isMine] = await Promise.all([
          turn.take(),
          // Render the busy state before comparing thousands of rows with thousands of patients.
          new Promise<void>((go) => whenIdle(go, { timeout: 100, fallbackDelay: 50 })),
        ]);
        if (!isMine) return { turn: 'otherTab' };
        const { data: patients } = api.endpoints.fetchPatients.select(undefined)(store.getState());
        const { unanswered } = unansweredRows();
        saved = [];
        if (unanswered.length === 0)
          idsBefore = new Set((patients ?? []).map(({ patient_id }) => patient_id));
        return { turn: 'mine', rows: toSend(input, patients ?? null), unanswered };
      }),
      addPatients: operationActor(store, 'addPatients', (rows: readonly PatientImportRow[]) => ({
        body: [...rows],
      })),
      fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
      otherSave: fromPromise(async () => {
        await turn.free();
        return unansweredRows();
      }),
    },
  });
  const saving = openFlow(appPortOf(store).flows(), 'save-patients', machine, {
    skipped: readStored('patientGridSkipped'),
  });
  let known = saving.getSnapshot().context.skipped;
  saving.subscribe(({ context: { skipped } }) => {
    // Only what a save of this tab has found: another tab may have stored others meanwhile.
    if (skipped === known) return;
    known = skipped;
    if (isSignedIn()) storeSkipped(skipped);
  });
  let wanted: GridTarget | null = null;

  const show = (target: GridTarget) => {
    if (mounted !== null) return mounted.show(target);
    wanted = target;
    writeStored('activePatientTab', 'Add Patients');
    appPortOf(store).openSection('patients');
  };

  saving.on('saved', ({ rows, skipped, found }) => {
    if (!isSignedIn()) return;
    saved = [...saved, ...rows];
    newPatients.set(saved, idsBefore);
    const changed = removeSavedRows(rows);
    // They are held back, also after a reload: sent as they are now, the patients would be added twice.
    storeUnanswered(changed.map((row) => ({ row, before: null, isSaved: true })));
    const message = successMessage('addPatients');
    // The grid has notices in place; where it is not open, their buttons are in toasts.
    const isOpen = mounted !== null;
    // Unless the response was lost, the store has just shown this text: the action is added to that toast.
    if (message !== null && (found || !isOpen))
      dashboardToast(message, {
        tone: 'success',
        action: isOpen
          ? undefined
          : { label: strings.notices.authenticate, onPress: newPatients.authenticate },
      });
    if (skipped === 0 || isOpen) return;
    dashboardToast(strings.notices.skipped(skipped), {
      tone: 'warning',
      action: { label: strings.notices.restore, onPress: () => show('skipped') },
    });
  });
  saving.on('unanswered', ({ rows }) => {
    if (isSignedIn()) storeUnanswered(rows);
  });
  saving.on('settled', ({ rows }) => {
    if (isSignedIn()) storeUnanswered([], rows);
  });
  // The notice in the page may be out of sight, and does not change.
  saving.on('held', ({ count }) =>
    dashboardToast(strings.outcome.unclear(count), { tone: 'warning', topic: 'addPatients' }),
  );
  appPortOf(store).drafts.register('rows', () => {
    const { unanswered, rows } = saving.getSnapshot().context;
    return unsavedRows(rowsNow(), [...unanswered, ...rows]);
  });
  saving.on('turn-ended', turn.end);
  toastValidationErrors(saving, 'addPatients');
  void turn.isInOtherTab().then((savedInOtherTab) => {
    if (saving.getSnapshot().status !== 'active') return;
    if (savedInOtherTab) saving.send({ type: 'SAVING_IN_OTHER_TAB' });
    else saving.send({ type: 'RESUME', ...unansweredRows() });
  });
  return {
    stop: turn.stop,
    saving,
    show,
    attach(grid) {
      mounted = grid;
      if (wanted !== null) grid.show(wanted);
      wanted = null;
      return () => {
        if (mounted === grid) mounted = null;
      };
    },
  };
}
