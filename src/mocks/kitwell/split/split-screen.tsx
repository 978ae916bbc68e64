import { errorMessage } from '@kitwell/mock-engine/error-message';
import { openAroundFrames } from '@kitwell/mock-engine/hosts/browser';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { clearFrames, frameName } from '@kitwell/mock-engine/hosts/frame';
import type { MockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import type { Notes } from '@kitwell/mock-engine/world/notes';
import { days } from '@kitwell/mock-engine/world/world';
import { SETTINGS_ID } from '@kitwell/mock-engine/world/world-tables';
import { House, X } from 'lucide-react';
import {
  type ReactElement,
  type Ref,
  startTransition,
  useMemo,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { kitStages, kitStatusAt } from '@/mocks/kitwell/rules/kit-status';
import { type DemoRole, demoPatient, demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { useTicking } from '@/mocks/panel/clock-tab';
import { MailTab } from '@/mocks/panel/mail-tab';
import { ConfirmButton, CopyButton, NoteList, Scrollable } from '@/mocks/panel/parts';
import { cx } from '@/ui/cx';
import { Loading } from '@/ui/feedback/loading';
import { Button } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';

/** The days of a kit, from its order until some days after its results. */
const SPAN = days(14);
/** An arrow key moves the time by this, in milliseconds; the stations of a kit are whole days after the order. */
const STEP = days(0.25);

/** When the demo patient's last order was placed (ISO 8601); undefined without one. */
function placedAtIn({ db }: MockBackend<Kitwell>): string | undefined {
  const { patient_id } = db.table('accounts').find(({ email }) => email === demoPatient.email) ?? {};
  const orders = patient_id ? db.table('orders').list({ where: { patient_id } }) : [];
  return orders.at(-1)?.placed_at;
}

interface SplitScreenProps {
  mocks: MockBackend<Kitwell>;
  notes: Notes;
  /** Makes the frames fetch again what depends on the clock. */
  onMoved: () => void;
}

/** Moves the mock's clock over the days of a kit: by dragging, with the arrow keys, or to a station. */
function TimeScrubber({ mocks, notes, onMoved }: SplitScreenProps) {
  const { control, db } = mocks;
  const { clock } = control;
  // Renders again after each change of the data.
  const [now, showTime] = useOptimistic(useTicking(clock.now, db.onChange).getTime());
  const newest = useRef(now);
  const moving = useRef(Promise.resolve());
  const placedAt = placedAtIn(mocks);
  const start = Date.parse(placedAt ?? db.table('settings').get(SETTINGS_ID)?.start ?? '');
  const from = Math.min(start, now);
  const status = placedAt === undefined ? 'Order not placed' : kitStatusAt(placedAt, new Date(now));
  const timeText = new Date(now).toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

  const move = (time: number) => {
    newest.current = time;
    moving.current = moving.current.then(async () => {
      // While one move is stored, only the newest of the next ones counts.
      if (time !== newest.current) return;
      try {
        // By hand: the users in the frames are not logged out by it.
        await clock.set(time, { byHand: true });
        onMoved();
      } catch (error) {
        notes.add(errorMessage(error));
      }
    });
    startTransition(async () => {
      showTime(time);
      await moving.current;
    });
  };
  return (
    // In a low window it would cover what has the focus.
    <section
      aria-label="Time"
      className="card top-2 z-1 grid grid-cols-1 gap-1 px-3 py-2 [@media(min-height:40rem)]:sticky"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <time dateTime={new Date(now).toISOString()} className="tabular-nums">
          {timeText}
        </time>
        {placedAt === undefined ? (
          <strong>{status}</strong>
        ) : (
          <ul aria-label="Stations of the kit" className="flex flex-wrap gap-1">
            {kitStages.map(({ status: station, after }) => (
              <li key={station}>
                <Button
                  variant={station === status ? 'primary' : 'secondary'}
                  size="sm"
                  aria-pressed={station === status}
                  onClick={() => move(start + after)}
                >
                  {station}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <input
        type="range"
        aria-label="Time"
        aria-valuetext={`${timeText}: ${status}`}
        min={0}
        max={Math.ceil((Math.max(start + SPAN, now) - from) / STEP)}
        value={Math.round((now - from) / STEP)}
        className="h-8 w-full accent-plum"
        onChange={({ target }) => move(from + Number(target.value) * STEP)}
      />
    </section>
  );
}

interface AccountPaneProps {
  account: DemoRole;
  heading: string;
  /** The name of the account. */
  name: string;
  /** The name of the frame for screen readers. */
  title: string;
  isReady: boolean;
  className?: string;
  /** Of the box around the frame. */
  boxClass: string;
  ref: Ref<HTMLIFrameElement>;
}

const paneClass =
  'grid max-[75rem]:max-h-[85dvh] min-h-0 min-w-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] gap-1';

/** The product, signed in as one account. */
function AccountPane({ account, heading, name, title, isReady, className, boxClass, ref }: AccountPaneProps) {
  return (
    <section aria-label={heading} className={cx(paneClass, 'max-[75rem]:h-[85dvh]', className)}>
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-1">
        <h2 className="text-base font-semibold">{heading}</h2>
        <p className="me-auto min-w-0 truncate text-sm text-ink-2">{name}</p>
        {/* Pages such as that of a mailed link have no way back to the dashboard. */}
        <a
          href={pageUrl('dashboard')}
          target={frameName(account)}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <House aria-hidden="true" className="size-4" />
          <span className="sr-only">{heading}’s </span>
          Dashboard
        </a>
      </div>
      <div className={cx('overflow-hidden bg-canvas', boxClass)}>
        {isReady ? (
          <iframe
            ref={ref}
            name={frameName(account)}
            src={pageUrl(`dashboard?mock.as=${account}`)}
            title={title}
            className="size-full"
          />
        ) : (
          <Loading />
        )}
      </div>
    </section>
  );
}

/**
 * The provider's dashboard and the patient's phone on the same data, with the mailbox between and one clock for both. The
 * frames have separate storage, and so separate tokens (see `frame.ts`).
 */
export function SplitScreen({ mocks, notes, onMoved }: SplitScreenProps) {
  const { control, db } = mocks;
  const [isReady, setReady] = useState(true);
  const frames = { provider: useRef<HTMLIFrameElement>(null), patient: useRef<HTMLIFrameElement>(null) };
  const mailContext = useMemo(
    () => ({ control: { ...control, ready: Promise.resolve() }, onDataChange: db.onChange }),
    [control, db],
  );

  const startOver = async () => {
    // The frames leave first, so that nothing of theirs is stored afterwards.
    setReady(false);
    try {
      await control.reset();
      clearFrames();
    } catch (error) {
      notes.add(errorMessage(error));
    }
    setReady(true);
  };

  /** A mail of the provider opens in the provider's frame, any other on the phone, another site in a new tab. */
  const linkProps = (to: string, link: string) => {
    if (new URL(link).origin !== location.origin) return undefined;
    const role = to === demoProvider.email ? 'provider' : 'patient';
    return { target: frameName(role), onClick: () => frames[role].current?.focus() };
  };

  return (
    <main className="flex flex-col gap-2 p-2 min-[75rem]:h-dvh min-[75rem]:min-h-160">
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
            busy={!isReady}
            onConfirm={() => void startOver()}
          />
          <a href={pageUrl('dashboard')} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
            <X aria-hidden="true" className="size-4" />
            Close
          </a>
        </div>
      </header>
      <NoteList notes={notes} />
      <TimeScrubber mocks={mocks} notes={notes} onMoved={onMoved} />
      {/* At 1440 px the provider's part is 768 px wide, so that the dashboard has its layout of tablets. */}
      <div className="grid min-h-0 flex-1 grid-cols-1 gap-2 min-[75rem]:grid-cols-[minmax(0,1fr)_14.75rem_25rem] min-[75rem]:grid-rows-1">
        <AccountPane
          account="provider"
          heading="Provider"
          name={demoProvider.name}
          title="Provider’s dashboard"
          isReady={isReady}
          ref={frames.provider}
          boxClass="rounded-control ring-1 ring-line"
        />
        <section aria-label="Mail" className={paneClass}>
          <h2 className="flex min-h-11 items-center px-1 text-base font-semibold">Mail</h2>
          <Scrollable label="Mailbox" className="overflow-y-auto pb-2">
            <MailTab context={mailContext} linkProps={linkProps} />
          </Scrollable>
        </section>
        <AccountPane
          account="patient"
          heading="Patient"
          name={demoPatient.name}
          title="Patient’s phone"
          isReady={isReady}
          ref={frames.patient}
          className="mx-auto w-full sm:max-w-100"
          boxClass="max-h-[53.375rem] ring-1 ring-line sm:rounded-[2.25rem] sm:border-5 sm:border-dusk sm:ring-0 sm:dark:border-field"
        />
      </div>
    </main>
  );
}

/** The split screen, on the data shared by all tabs. */
export async function loadSplitScreen(refreshScreens: () => void): Promise<ReactElement> {
  document.title = 'Split screen';
  const { mocks, notes } = await openAroundFrames(kitwell);
  return <SplitScreen mocks={mocks} notes={notes} onMoved={refreshScreens} />;
}
