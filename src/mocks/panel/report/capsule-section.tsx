import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { offerDownload } from '@/lib/offer-download';
import { type CapsuleContent, LONGEST_NOTE } from '@/mocks/scenarios/capsule';
import { copyText } from '@/mocks/world/copy-text';
import { errorMessage } from '@/mocks/world/error-message';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-input';
import type { PanelContext } from '../panel-context';
import { ConfirmButton, FileButton, Json, Section } from '../parts';
import { playwrightTest } from './playwright-test';

/** Bytes of a file that may be a capsule. */
const LARGEST_FILE = 1_000_000;

type Made = Awaited<ReturnType<PanelContext['control']['capsules']['make']>>;

const fileName = ({ name }: PanelContext['mock'], kind: string, end: string) =>
  `${name}-${kind}-${new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.${end}`;

const save = (text: string, name: string, type: string) => offerDownload(new Blob([text], { type }), name);
const saveCapsule = ({ mock }: PanelContext, { file }: Made) =>
  save(file, fileName(mock, 'capsule', 'json'), 'application/json');

/** The link of a capsule. Rejects if it has none. */
async function linkOf(making: Promise<Made>): Promise<string> {
  const { link } = await making;
  if (link === null) throw new Error('The capsule is too large for a link.');
  return link;
}

/** Copies the link, or saves the file if there is none. Returns what was done. Call it in a click. */
async function handOut(context: PanelContext, making: Promise<Made>): Promise<string> {
  const copying = copyText(linkOf(making));
  copying.catch(() => undefined);
  const capsule = await making;
  if (capsule.link === null) {
    saveCapsule(context, capsule);
    return 'Saved as a file: it is too large for a link.';
  }
  try {
    await copying;
    return 'Copied';
  } catch {
    // Thrown, so that a form stays open with what was typed.
    throw new Error('Could not copy. Allow this page to use the clipboard, or save a file instead.');
  }
}

/** Saves the bug of a capsule as a test. */
async function exportTest({ control, mock }: PanelContext, { bug }: CapsuleContent): Promise<string> {
  if (!bug) return 'This capsule has no bug report.';
  const { view } = await control.capsules.read(bug.from);
  const address = new URL(`${import.meta.env.BASE_URL}${view?.path ?? ''}`, location.origin).href;
  save(playwrightTest(bug, address, mock.accounts.demo), fileName(mock, 'bug', 'spec.ts'), 'text/typescript');
  return 'Saved. Run it with “npx playwright test”.';
}

/** What a capsule holds, as the recipient gets it. */
function Inside({ content }: { content: CapsuleContent }) {
  const { account, view, bug, changes, state } = content;
  const rows = Object.fromEntries(
    [...changes].map(([table, { d = [], c = [], i = [] }]) => [
      table,
      { removed: d, changed: c.map(([key, fields]) => ({ key, ...fields })), added: i },
    ]),
  );
  const report = bug && { actions: bug.actions, requests: bug.requests, seen: bug.seen };
  return <Json label="What is inside" value={{ account, page: view, ...report, rows, ...state }} />;
}

interface ReportProps {
  context: PanelContext;
  onDone: (outcome: string) => void;
}

/** Asks for a note, shows what the report holds, and hands it out. */
function BugReportForm({ context, onDone }: ReportProps) {
  const { control, recorder } = context;
  const [note, setNote] = useState('');
  const [draft, setDraft] = useState<{
    report: Awaited<ReturnType<typeof recorder.report>>;
    content: CapsuleContent;
  }>();
  const [problem, setProblem] = useState('');
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  useEffect(() => {
    let isGone = false;
    const prepare = async () => {
      const report = await recorder.report();
      const { code } = await control.capsules.make({ ...report, note: '' });
      return { report, content: await control.capsules.read(code) };
    };
    prepare().then(
      (made) => isGone || setDraft(made),
      (error: unknown) => isGone || setProblem(errorMessage(error)),
    );
    return () => {
      isGone = true;
    };
  }, [control, recorder]);

  const send = async (how: (making: Promise<Made>) => Promise<string>) => {
    if (!draft) return;
    try {
      onDone(await how(control.capsules.make({ ...draft.report, note: note.trim() })));
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const actions = draft?.content.bug?.actions.length ?? 0;
  const requests = draft?.content.bug?.requests.length ?? 0;
  return (
    <fieldset aria-label="Report a bug" className="grid grid-cols-1 gap-3">
      <Field label="What went wrong? (optional)">
        <TextArea
          ref={first}
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {draft ? (
        <>
          <p className="text-caption text-ink-2">
            {actions} {actions === 1 ? 'action' : 'actions'} and {requests}{' '}
            {requests === 1 ? 'request' : 'requests'}. No passwords, codes or tokens:
          </p>
          <Inside content={draft.content} />
        </>
      ) : null}
      {problem === '' ? null : (
        <p role="alert" className="text-sm text-red">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={!draft && problem === ''}
          onClick={() => void send((making) => handOut(context, making))}
        >
          Copy report
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() =>
            void send(async (making) => {
              saveCapsule(context, await making);
              return 'Saved as a file.';
            })
          }
        >
          Save as file
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() =>
            void send(async (making) => exportTest(context, await control.capsules.read((await making).code)))
          }
        >
          Export as Playwright test
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onDone('')}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}

interface OpenedProps extends ReportProps {
  capsule: string;
  content: CapsuleContent;
  /** Whether it is what the page shows already. */
  isOpen: boolean;
}

/** A capsule that was chosen or opened: its note, what is inside, and what can be done with it. */
function OpenedCapsule({ context, capsule, content, isOpen, onDone }: OpenedProps) {
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      await context.control.restore(capsule);
      onDone('Opened.');
    } catch (error) {
      onDone(errorMessage(error));
    }
    setBusy(false);
  };
  const { bug } = content;
  return (
    <fieldset aria-label={bug ? 'Bug report' : 'Capsule'} className="grid grid-cols-1 gap-3">
      <p className="text-sm">
        {bug ? <strong>{bug.note || 'A bug report without a note'}</strong> : 'A capsule'}
        {isOpen ? ', as shown on this page.' : '.'}
      </p>
      <Inside content={content} />
      <div className="flex flex-wrap gap-2">
        {isOpen ? null : (
          <ConfirmButton
            label="Open"
            question="Replace all data?"
            busy={isBusy}
            onConfirm={() => void open()}
          />
        )}
        {bug ? (
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              void exportTest(context, content).then(onDone, (error) => onDone(errorMessage(error)))
            }
          >
            Export as Playwright test
          </Button>
        ) : null}
        {isOpen ? null : (
          <Button variant="ghost" size="sm" onClick={() => onDone('')}>
            Cancel
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type Shown =
  | { readonly kind: 'report' }
  | {
      readonly kind: 'capsule';
      readonly capsule: string;
      readonly content: CapsuleContent;
      readonly isOpen: boolean;
    };

/** Shares the state as a capsule, reports a bug, and opens a capsule from a file. */
export function CapsuleSection({ context }: { context: PanelContext }) {
  const { control, recorder } = context;
  const reportButton = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<Shown>();
  const [outcome, setOutcome] = useState('');
  const recorded = useSyncExternalStore(recorder.onChange, recorder.count);

  const show = async (capsule: string, isOpen: boolean) => {
    try {
      setShown({ kind: 'capsule', capsule, content: await control.capsules.read(capsule), isOpen });
      setOutcome('');
    } catch (error) {
      setOutcome(errorMessage(error));
    }
  };
  useEffect(() => {
    const capsule = control.capsules.opened();
    if (capsule === null) return;
    let isGone = false;
    control.capsules.read(capsule).then(
      (content) => isGone || setShown({ kind: 'capsule', capsule, content, isOpen: true }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [control]);

  const share = async () => {
    setOutcome('');
    try {
      setOutcome(await handOut(context, control.capsules.make()));
    } catch (error) {
      setOutcome(errorMessage(error));
    }
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) setOutcome(`${file.name} is too large to be a capsule.`);
    else await show(await file.text(), false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0]);
  };
  const onDone = (done: string) => {
    setShown(undefined);
    setOutcome(done);
    // The pressed button is gone.
    reportButton.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file does what the button does.
    <div onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Section
        title="Share or report a bug"
        hint="The data with your changes, the clock, the answers, the role and the open page, as a link or a file. Drop a file here to open it."
      >
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" onClick={() => void share()}>
            Share
          </Button>
          <Button
            ref={reportButton}
            variant="secondary"
            size="sm"
            aria-expanded={shown?.kind === 'report'}
            onClick={() => {
              setOutcome('');
              setShown({ kind: 'report' });
            }}
          >
            Report a bug
          </Button>
          <FileButton label="Open a capsule" onFile={(file) => void choose(file)} />
          <span role="status" className="text-caption text-ink-2">
            {outcome}
          </span>
        </div>
        <p className="text-caption text-ink-2">
          Recorded for a report since the page was loaded or the data changed here: {recorded}{' '}
          {recorded === 1 ? 'action' : 'actions'}.
        </p>
        {shown?.kind === 'report' ? <BugReportForm context={context} onDone={onDone} /> : null}
        {shown?.kind === 'capsule' ? (
          <OpenedCapsule {...shown} context={context} onDone={shown.isOpen ? setOutcome : onDone} />
        ) : null}
      </Section>
    </div>
  );
}
