import { type CapsuleContent, LONGEST_NOTE } from '@kitwell/mock-engine/engine/capsule';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { copyText } from '@kitwell/mock-engine/world/copy-text';
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { offerDownload } from '@/lib/offer-download';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextArea, TextInput } from '@/ui/form/field';
import type { PanelContext } from '../panel-context';
import { ConfirmButton, FileButton, Json, Section } from '../parts';

/** Bytes of a file that may be a capsule. */
const LARGEST_FILE = 1_000_000;

type Made = Awaited<ReturnType<PanelContext['control']['capsules']['make']>>;

function saveCapsule({ mock: { name } }: PanelContext, { file }: Made): void {
  const time = new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-');
  offerDownload(new Blob([file], { type: 'application/json' }), `${name}-capsule-${time}.json`);
}

/** What became of a capsule: a message, and the link if the user has to copy it. */
interface Outcome {
  readonly text: string;
  readonly link?: string;
}

/** Copies the link, or saves the file if there is none. Call it in a click. Rejects as `making` does. */
async function handOut(context: PanelContext, making: Promise<Made>, done = 'Copied'): Promise<Outcome> {
  const copying = making.then(({ link }) => {
    if (link === null) throw new Error('There is no link.');
    return link;
  });
  copying.catch(() => undefined);
  try {
    await copyText(copying);
    return { text: done };
  } catch {
    const capsule = await making;
    if (capsule.link !== null) return { text: 'Could not copy.', link: capsule.link };
    saveCapsule(context, capsule);
    return { text: 'Saved as a file: it is too large for a link.' };
  }
}

/** A link to copy by hand, selected already. */
function LinkToCopy({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Field label="Link" hint="The browser did not allow copying. The link is selected: copy it yourself.">
      <TextInput ref={field} readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
    </Field>
  );
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
  return (
    <Json label="What is inside" value={{ account, page: view, requests: bug?.requests, rows, ...state }} />
  );
}

/** The content as JSON, for those who want to see all of it. */
function Details({ content }: { content: CapsuleContent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-ink-2">Show all of it</summary>
      {isOpen ? (
        <div className="mt-2">
          <Inside content={content} />
        </div>
      ) : null}
    </details>
  );
}

/** A description of what a report contains. */
function Included({ content: { bug, changes } }: { content: CapsuleContent }) {
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p className="font-semibold">What is included</p>
      <ul className="grid list-disc grid-cols-1 gap-1 ps-5 text-ink-2">
        <li>The last requests, {bug?.requests.length ?? 0} of them, with what you typed</li>
        <li>
          {changes.size === 0 ? 'The data' : 'The data with your changes'}, the clock, who is signed in, and
          the open page
        </li>
        <li>
          <strong className="font-semibold text-ink">Left out:</strong> passwords, codes and tokens
        </li>
      </ul>
    </div>
  );
}

interface ReportProps {
  context: PanelContext;
  onDone: (outcome: string) => void;
}

interface BugReportProps extends ReportProps {
  note: string;
  /** Increases when the user asks for the form again. */
  asked: number;
}

/** Asks for a note, says what the report holds and where to send it, and hands it out. */
function BugReportForm({ context, note, asked, onDone }: BugReportProps) {
  const { control, reportDraft } = context;
  const [draft, setDraft] = useState<{
    content: CapsuleContent;
    fitsLink: boolean;
  }>();
  const [problem, setProblem] = useState('');
  const [link, setLink] = useState<string>();
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (asked === 0 || !first.current) return;
    // Arrow keys that only pass the tab keep the focus there.
    const root = first.current.getRootNode();
    const { activeElement } = root instanceof ShadowRoot ? root : document;
    if (activeElement?.matches('[role=tab]')) return;
    first.current.focus();
    // With its buttons, which are below.
    first.current.closest('fieldset')?.scrollIntoView();
  }, [asked]);
  useEffect(() => {
    let isGone = false;
    const prepare = async () => {
      const made = await control.capsules.make({ note: '' });
      return { content: await control.capsules.read(made.code), fitsLink: made.link !== null };
    };
    prepare().then(
      (made) => isGone || setDraft(made),
      (error: unknown) => isGone || setProblem(errorMessage(error)),
    );
    return () => {
      isGone = true;
    };
  }, [control]);

  const send = async (how: (making: Promise<Made>) => Promise<Outcome>) => {
    if (!draft) return;
    setProblem('');
    setLink(undefined);
    try {
      const done = await how(control.capsules.make({ note: note.trim() }));
      // The form stays open with what was typed.
      if (done.link === undefined) onDone(done.text);
      else setLink(done.link);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const copy = (making: Promise<Made>) =>
    handOut(context, making, 'Copied. Paste it into a ticket or a message.');
  const saveFile = async (making: Promise<Made>) => {
    saveCapsule(context, await making);
    return { text: 'Saved. Attach the file to a ticket or a message.' };
  };
  const isPreparing = !draft && problem === '';
  const fitsLink = draft?.fitsLink ?? true;
  return (
    <fieldset
      aria-label="Report a bug"
      className="grid grid-cols-1 gap-3 rounded-control border border-line bg-surface p-3"
    >
      <Field label="What went wrong? (optional)">
        <TextArea
          ref={first}
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => reportDraft.write(event.target.value)}
        />
      </Field>
      {draft ? <Included content={draft.content} /> : null}
      {problem === '' ? null : (
        <p role="alert" className="text-sm text-red">
          {problem}
        </p>
      )}
      <p className="text-sm text-ink-2">
        {fitsLink
          ? 'Nothing is sent from here. Copy the link into a ticket or a message to a developer: it opens this page with this data.'
          : 'Nothing is sent from here. It is too large for a link: save the file and attach it to a ticket or a message.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {fitsLink ? (
          <Button size="sm" busy={isPreparing} onClick={() => void send(copy)}>
            Copy link
          </Button>
        ) : null}
        <Button
          variant={fitsLink ? 'secondary' : 'primary'}
          size="sm"
          disabled={!draft}
          onClick={() => void send(saveFile)}
        >
          Save file
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onDone('')}>
          Cancel
        </Button>
      </div>
      {link === undefined ? null : (
        <>
          <p role="alert" className="sr-only">
            Could not copy. The link is selected below.
          </p>
          <LinkToCopy link={link} />
        </>
      )}
      {draft ? <Details content={draft.content} /> : null}
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
      </p>
      <div className="flex flex-wrap gap-2">
        {isOpen ? null : (
          <ConfirmButton
            label="Open"
            question="Replace all data?"
            busy={isBusy}
            onConfirm={() => void open()}
          />
        )}
        {isOpen ? null : (
          <Button variant="ghost" size="sm" onClick={() => onDone('')}>
            Cancel
          </Button>
        )}
      </div>
      <Details content={content} />
    </fieldset>
  );
}

/** The bug report that this tab has opened, which the page shows. */
export function OpenedReport({ context }: { context: PanelContext }) {
  const { control } = context;
  const [report, setReport] = useState<Chosen>();
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    const capsule = control.capsules.opened();
    if (capsule === null) return;
    let isGone = false;
    control.capsules.read(capsule).then(
      (content) => isGone || setReport({ capsule, content }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [control]);
  if (!report) return null;
  return (
    <Section title="This is a bug report">
      <p className="text-sm text-ink-2">The page is as it was when the bug was reported.</p>
      <OpenedCapsule {...report} isOpen context={context} onDone={setOutcome} />
      <p role="status" className="text-caption text-ink-2 empty:hidden">
        {outcome}
      </p>
    </Section>
  );
}

/** A capsule that was chosen. */
type Chosen = Pick<OpenedProps, 'capsule' | 'content'>;

/** That a report was handed out, in place of its form. */
function Reported({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  // In braces: newer browsers return a promise, which is no cleanup.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Notice tone="success" title="Your bug report is ready">
        <p>{text}</p>
      </Notice>
    </div>
  );
}

/** Shares the state as a capsule, reports a bug, and opens a capsule from a file. */
export function CapsuleSection({ context }: { context: PanelContext }) {
  const { control, reportDraft } = context;
  const shareButton = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [outcome, setOutcome] = useState<Outcome & { readonly isReport?: boolean }>({ text: '' });
  const draft = useSyncExternalStore(reportDraft.onChange, reportDraft.get);

  const show = async (capsule: string) => {
    try {
      setChosen({ capsule, content: await control.capsules.read(capsule) });
      setOutcome({ text: '' });
    } catch (error) {
      setOutcome({ text: errorMessage(error) });
    }
  };

  const share = async () => {
    setOutcome({ text: '' });
    try {
      setOutcome(await handOut(context, control.capsules.make()));
    } catch (error) {
      setOutcome({ text: errorMessage(error) });
    }
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) setOutcome({ text: `${file.name} is too large to be a capsule.` });
    else await show(await file.text());
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0]);
  };
  const onDone = (text: string, opener?: HTMLElement) => {
    setOutcome({ text, isReport: opener !== undefined });
    // The pressed button is gone.
    (opener ?? shareButton.current)?.focus();
  };
  const isReported = !draft && outcome.isReport === true && outcome.text !== '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file does what the button does.
    <div onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Section
        title="Share"
        hint="A link or a file that opens this page with this data anywhere. “Report a bug” above adds a note and the last requests. Drop a file here to open it."
      >
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={shareButton} variant="secondary" size="sm" onClick={() => void share()}>
            Share
          </Button>
          <FileButton label="Open a capsule" onFile={(file) => void choose(file)} />
          <span role="status" className="text-caption text-ink-2">
            {draft || isReported ? null : outcome.text}
          </span>
        </div>
        {isReported ? <Reported text={outcome.text} /> : null}
        {outcome.link === undefined ? null : <LinkToCopy link={outcome.link} />}
        {draft ? (
          <BugReportForm
            context={context}
            {...draft}
            onDone={(text) => {
              reportDraft.end();
              onDone(text, draft.opener);
            }}
          />
        ) : null}
        {chosen ? (
          <OpenedCapsule
            {...chosen}
            isOpen={false}
            context={context}
            onDone={(text) => {
              setChosen(undefined);
              onDone(text);
            }}
          />
        ) : null}
      </Section>
    </div>
  );
}
