import { errorMessage } from '@kitwell/mock-engine/error-message';
import { openAroundFrames } from '@kitwell/mock-engine/hosts/browser';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { frameName, frameStorage } from '@kitwell/mock-engine/hosts/frame';
import type { MockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import type { Clock } from '@kitwell/mock-engine/world/clock';
import type { Notes } from '@kitwell/mock-engine/world/notes';
import { days } from '@kitwell/mock-engine/world/world';
import { SETTINGS_ID } from '@kitwell/mock-engine/world/world-tables';
import { ChevronLeft, ChevronRight, House, X } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  StrictMode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Tag, WRITTEN_CHANNEL } from '@/contract';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { kitStages, kitStatusAt } from '@/mocks/kitwell/rules/kit-status';
import { findCaller } from '@/mocks/kitwell/rules/session.backend';
import { type DemoRole, demoAccounts, demoPatient, demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { useTicking } from '@/mocks/panel/clock-tab';
import { MailTab, useMails } from '@/mocks/panel/mail-tab';
import { type Subscribe, useLive } from '@/mocks/panel/panel-context';
import { ConfirmButton, CopyButton, NoteList, Scrollable } from '@/mocks/panel/parts';
import { cx } from '@/ui/cx';
import { Loading } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';

/** In days. */
const SHOWN_AT_LEAST = 14;
const SHOWN_AFTER_ORDER = 12;
/** An arrow key moves the time by this, in milliseconds; the stations of a kit are whole days after the order. */
const STEP = days(0.25);

/** A point in time, in milliseconds since 1970, and what happens then. */
interface TimePoint {
  readonly at: number;
  readonly name: string;
}

/** The part of time to choose from, in milliseconds since 1970, and what happens with the kit in it. */
interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly stations: readonly TimePoint[];
}

/**
 * The days from the start of the data, or from the order if that was before, until the kit has arrived. The current time
 * is always among them.
 */
function timelineOf(start: number, placedAt: string | null, now: number): Timeline {
  const placed = placedAt === null ? null : Date.parse(placedAt);
  const first = placed === null ? start : Math.min(start, placed);
  const last = Math.max(first + days(SHOWN_AT_LEAST), (placed ?? 0) + days(SHOWN_AFTER_ORDER));
  const stations =
    placed === null ? [] : kitStages.map(({ status, after }) => ({ name: status, at: placed + after }));
  return { from: Math.min(first, now), to: Math.max(last, now), stations };
}

const timeText = (time: number) =>
  new Date(time).toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/**
 * Calls `work` with one value after the other. Of the values that come while it runs, only the newest is passed on.
 *
 * @returns the newest value until it is done, else null
 */
function useNewest(work: (value: number) => Promise<void>): [number | null, (value: number) => void] {
  const [wanted, setWanted] = useState<number | null>(null);
  const next = useRef<number | null>(null);
  const isRunning = useRef(false);
  const run = async () => {
    isRunning.current = true;
    while (next.current !== null) {
      const value = next.current;
      next.current = null;
      await work(value);
    }
    isRunning.current = false;
    setWanted(null);
  };
  return [
    wanted,
    (value) => {
      setWanted(value);
      next.current = value;
      if (!isRunning.current) void run();
    },
  ];
}

interface StepButtonProps {
  point: TimePoint;
  label: 'Back to' | 'On to';
  icon: ReactNode;
  onPress: (time: number) => void;
}

/** Moves to what happened last, or happens next. */
function StepButton({ point, label, icon, onPress }: StepButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`${label} ${point.name}`}
      onClick={() => onPress(point.at)}
    >
      {label === 'Back to' ? icon : null}
      <span className="hidden sm:inline">{point.name}</span>
      {label === 'Back to' ? null : icon}
    </Button>
  );
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const;

interface TimeScrubberProps {
  clock: Clock;
  onDataChange: Subscribe;
  /** When the data starts, in milliseconds since 1970. */
  start: number;
  /** When the patient's last order was placed (ISO 8601); null without one. */
  placedAt: string | null;
  /** Called after each move of the clock. */
  onMoved: () => void;
}

/** Moves the mock's clock over the days of a kit: by dragging, with the arrow keys, or from station to station. */
function TimeScrubber({ clock, onDataChange, start, placedAt, onMoved }: TimeScrubberProps) {
  const clockTime = useTicking(clock.now, onDataChange).getTime();
  const [problem, setProblem] = useState('');
  const [wanted, move] = useNewest(async (time) => {
    try {
      // By hand: the users in the frames are not logged out by it.
      await clock.set(time, { byHand: true });
      setProblem('');
      onMoved();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  });
  const now = wanted ?? clockTime;
  const { from, to, stations } = timelineOf(start, placedAt, now);
  const present = stations.findLastIndex(({ at }) => at <= now);
  const status = placedAt === null ? 'Order not placed' : kitStatusAt(placedAt, new Date(now));
  const shownTime = timeText(now);
  return (
    <section
      aria-label="Time"
      className="card grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2"
    >
      <p className="col-span-3 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <time dateTime={new Date(now).toISOString()} className="tabular-nums">
          {shownTime}
        </time>
        <strong role="status">{status}</strong>
      </p>
      <StepButton
        point={stations[present - 1] ?? { at: from, name: 'first day' }}
        label="Back to"
        icon={<ChevronLeft {...icon} />}
        onPress={move}
      />
      <div className="relative">
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={`${shownTime}: ${status}`}
          min={0}
          max={Math.ceil((to - from) / STEP)}
          value={Math.round((now - from) / STEP)}
          className="h-8 w-full accent-plum"
          onChange={({ target }) => move(from + Number(target.value) * STEP)}
        />
        <ul aria-hidden="true" className="pointer-events-none absolute inset-x-2 bottom-0 h-1.5">
          {stations
            .filter(({ at }) => at >= from && at <= to)
            .map(({ at, name }) => (
              <li
                key={name}
                className="absolute size-1.5 -translate-x-1/2 rounded-full bg-plum"
                style={{ insetInlineStart: `${(100 * (at - from)) / (to - from)}%` }}
              />
            ))}
        </ul>
      </div>
      <StepButton
        point={stations[present + 1] ?? { at: to, name: 'last day' }}
        label="On to"
        icon={<ChevronRight {...icon} />}
        onPress={move}
      />
      {problem === '' ? null : (
        <p role="alert" className="col-span-3 text-sm text-red">
          {problem}
        </p>
      )}
    </section>
  );
}

/** The URLs that the frames open with. */
type FrameUrls = Readonly<Record<DemoRole, string>>;

/** Opens the dashboard; signs in first, unless the frame still has a token that the backend knows. */
async function frameUrl({ db }: MockBackend<Kitwell>, role: DemoRole): Promise<string> {
  try {
    const token = frameStorage(role, 'localStorage').getItem('token');
    const caller = token === null ? undefined : await db.read((tables) => findCaller(tables, token));
    if (caller) return pageUrl('dashboard');
  } catch {
    // Storage is denied: no token outlasts the page.
  }
  return pageUrl(`dashboard?mock.as=${role}`);
}

async function frameUrls(mocks: MockBackend<Kitwell>): Promise<FrameUrls> {
  const [provider, patient] = await Promise.all([frameUrl(mocks, 'provider'), frameUrl(mocks, 'patient')]);
  return { provider, patient };
}

/** Clears what the frames have stored, so that nothing of the former sessions is left. */
function clearFrames(): void {
  for (const { role } of demoAccounts)
    for (const area of ['localStorage', 'sessionStorage'] as const) {
      try {
        frameStorage(role, area).clear();
      } catch {
        // Storage is denied: there is nothing to clear.
      }
    }
}

/** When the demo patient's last order was placed (ISO 8601); null without one. */
function placedAtIn({ db }: MockBackend<Kitwell>): string | null {
  const { patient_id } = db.table('accounts').find(({ email }) => email === demoPatient.email) ?? {};
  const orders = patient_id ? db.table('orders').list({ where: { patient_id } }) : [];
  return orders.at(-1)?.placed_at ?? null;
}

function startIn({ db, control }: MockBackend<Kitwell>): number {
  const settings = db.table('settings').get(SETTINGS_ID);
  return settings ? Date.parse(settings.start) : control.clock.now().getTime();
}

const views = ['provider', 'mail', 'patient'] as const;
type View = (typeof views)[number];
const titles: Readonly<Record<View, string>> = { provider: 'Provider', mail: 'Mail', patient: 'Patient' };

interface PaneProps {
  view: View;
  shown: View;
  detail?: string;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One of the three parts. In narrow windows only one is shown, but all of them stay as they are. */
function Pane({ view, shown, detail, action, className, children }: PaneProps) {
  return (
    <section
      aria-label={titles[view]}
      className={cx(
        'grid min-h-0 min-w-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] gap-1 [grid-area:1/1] min-[75rem]:[grid-area:auto]',
        view !== shown && 'invisible min-[75rem]:visible',
        className,
      )}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-1">
        <h2 className="text-base font-semibold">{titles[view]}</h2>
        {detail ? <p className="min-w-0 truncate text-sm text-ink-2">{detail}</p> : null}
        <div className="ms-auto">{action}</div>
      </div>
      {children}
    </section>
  );
}

/** Leads back to the dashboard from pages without a way there, such as that of a mailed link. */
function DashboardLink({ account }: { account: DemoRole }) {
  return (
    <a
      href={pageUrl('dashboard')}
      target={frameName(account)}
      className={buttonClass({ variant: 'ghost', size: 'sm' })}
    >
      <House aria-hidden="true" className="size-4" />
      <span className="sr-only">{titles[account]}’s </span>
      Dashboard
    </a>
  );
}

interface AccountPaneProps extends Pick<PaneProps, 'shown' | 'className'> {
  account: DemoRole;
  /** The name of the account. */
  name: string;
  /** The name of the frame for screen readers. */
  title: string;
  /** Null while the account is signed in. */
  url: string | null;
  /** Of the box around the frame. */
  boxClass: string;
  ref: Ref<HTMLIFrameElement>;
}

/** The product, signed in as one account. */
function AccountPane({ account, name, title, url, boxClass, ref, ...pane }: AccountPaneProps) {
  return (
    <Pane {...pane} view={account} detail={name} action={<DashboardLink account={account} />}>
      <div className={cx('overflow-hidden bg-canvas', boxClass)}>
        {url === null ? (
          <Loading />
        ) : (
          <iframe ref={ref} name={frameName(account)} src={url} title={title} className="size-full" />
        )}
      </div>
    </Pane>
  );
}

interface SplitScreenProps {
  mocks: MockBackend<Kitwell>;
  notes: Notes;
  /** Makes the frames fetch again what depends on the clock. */
  onMoved: () => void;
}

/**
 * The provider's dashboard and the patient's phone on the same data, with the mailbox between and one clock for both. The
 * frames have separate storage, and so separate tokens (see `frame.ts`).
 */
export function SplitScreen({ mocks, notes, onMoved }: SplitScreenProps) {
  const { control, db } = mocks;
  const [shown, setShown] = useState<View>('provider');
  const [urls, setUrls] = useState<FrameUrls | null>(null);
  const [problem, setProblem] = useState('');
  const frames = { provider: useRef<HTMLIFrameElement>(null), patient: useRef<HTMLIFrameElement>(null) };
  const placedAt = useLive(
    useCallback(() => placedAtIn(mocks), [mocks]),
    db.onChange,
  );
  const start = useLive(
    useCallback(() => startIn(mocks), [mocks]),
    db.onChange,
  );
  const mailContext = useMemo(
    () => ({ control: { ...control, ready: Promise.resolve() }, onDataChange: db.onChange }),
    [control, db],
  );
  const mails = useMails(mailContext);

  useEffect(() => {
    let isGone = false;
    void frameUrls(mocks).then((loaded) => !isGone && setUrls(loaded));
    return () => {
      isGone = true;
    };
  }, [mocks]);

  const startOver = async () => {
    setProblem('');
    // The frames leave first, so that nothing of theirs is stored afterwards.
    setUrls(null);
    try {
      await control.reset();
      clearFrames();
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setUrls(await frameUrls(mocks));
  };

  /** A mail of the provider opens in the provider's frame, any other on the phone, another site in a new tab. */
  const linkProps = (to: string, link: string) => {
    if (new URL(link).origin !== location.origin) return undefined;
    const role = to === demoProvider.email ? 'provider' : 'patient';
    return {
      target: frameName(role),
      onClick() {
        // A hidden frame can't get the focus.
        flushSync(() => setShown(role));
        frames[role].current?.focus();
      },
    };
  };

  return (
    <main className="flex h-dvh min-h-160 flex-col gap-2 p-2">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1">
        <h1 className="text-lg font-semibold">Split screen</h1>
        <p className="me-auto hidden text-sm text-ink-2 md:block">
          Demo data: a clinic and its patient, on the same clock
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton label="Copy link" text={control.share} />
          <ConfirmButton
            label="Start over"
            question="Replace all data?"
            busy={urls === null}
            onConfirm={() => void startOver()}
          />
          <a href={pageUrl('dashboard')} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
            <X aria-hidden="true" className="size-4" />
            Close
          </a>
        </div>
      </header>
      <NoteList notes={notes} />
      {problem === '' ? null : <Notice tone="error">{problem}</Notice>}
      <TimeScrubber
        clock={control.clock}
        onDataChange={db.onChange}
        start={start}
        placedAt={placedAt}
        onMoved={onMoved}
      />
      <fieldset aria-label="Show" className="grid grid-cols-3 gap-1 min-[75rem]:hidden">
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === shown}
            className={buttonClass({ variant: view === shown ? 'primary' : 'secondary', size: 'sm' })}
            onClick={() => setShown(view)}
          >
            {titles[view]}
            {view === 'mail' ? ` (${mails.length})` : ''}
          </button>
        ))}
      </fieldset>
      {/* At 1440 px the provider's part is 768 px wide, so that the dashboard has its layout of tablets. */}
      <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1 gap-2 min-[75rem]:grid-cols-[minmax(0,1fr)_14.75rem_25rem]">
        <AccountPane
          account="provider"
          name={demoProvider.name}
          title="Provider’s dashboard"
          url={urls?.provider ?? null}
          shown={shown}
          ref={frames.provider}
          boxClass="rounded-control ring-1 ring-line"
        />
        <Pane view="mail" shown={shown} detail="newest first">
          <Scrollable label="Mailbox" className="overflow-y-auto pb-2">
            <MailTab context={mailContext} linkProps={linkProps} />
          </Scrollable>
        </Pane>
        <AccountPane
          account="patient"
          name={demoPatient.name}
          title="Patient’s phone"
          url={urls?.patient ?? null}
          shown={shown}
          ref={frames.patient}
          className="mx-auto w-full sm:max-w-100"
          boxClass="max-h-[53.375rem] ring-1 ring-line sm:rounded-[2.25rem] sm:border-5 sm:border-dusk sm:ring-0 sm:dark:border-field"
        />
      </div>
    </main>
  );
}

/** Returns a function that makes every open page of the product fetch data again, as after a change in another tab. */
function refresher(changed: readonly Tag[]): () => void {
  try {
    const channel = new BroadcastChannel(WRITTEN_CHANNEL);
    return () => channel.postMessage(changed);
  } catch {
    // Blocked storage: the pages fetch again when they are reloaded.
    return () => undefined;
  }
}

/** Renders the split screen after the given element, on the data shared by all tabs. */
export async function mountSplitScreen(beside: Element | null): Promise<void> {
  document.title = 'Split screen';
  const { mocks, notes } = await openAroundFrames(kitwell);
  const refresh = refresher(['KitStatus']);
  const container = document.createElement('div');
  if (beside) beside.after(container);
  else document.body.append(container);
  createRoot(container).render(
    <StrictMode>
      <SplitScreen mocks={mocks} notes={notes} onMoved={refresh} />
    </StrictMode>,
  );
}
