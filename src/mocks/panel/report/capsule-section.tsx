import { type CapsuleContent, LONGEST_NOTE } from '@kitwell/mock-engine/engine/capsule';
import { copyText } from '@kitwell/mock-engine/world/copy-text';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { offerDownload } from '@/lib/offer-download';
import { Button } from '@/ui/form/button';
import { Field, TextArea, TextInput } from '@/ui/form/field';
import type { InPageContext } from '../panel-context';
import { FileButton, Json, Outcome, Section, useOutcome } from '../parts';

/** Bytes of a file that may be a capsule. */
const LARGEST_FILE = 1_000_000;

/** A link to copy by hand, selected already. */
function LinkToCopy({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Field label="Link" hint="The browser did not allow copying. The link is selected: copy it yourself.">
      <TextInput ref={field} readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
    </Field>
  );
}

interface HandOutProps {
  context: InPageContext;
  /** Of the button that copies the link. */
  label: string;
  /** Makes it a bug report. */
  note?: string;
  ref?: Ref<HTMLButtonElement>;
  /** Further buttons. */
  children: ReactNode;
}

/** Copies the state as a link, or saves it as a file. */
function HandOut({ context: { control, mock }, label, note, ref, children }: HandOutProps) {
  const [link, setLink] = useState<string | null>(null);
  const { outcome, isBusy, attempt } = useOutcome();
  const make = () => control.capsules.make(note === undefined ? undefined : { note: note.trim() });
  const offer = (file: string) => {
    const time = new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-');
    offerDownload(new Blob([file], { type: 'application/json' }), `${mock.name}-capsule-${time}.json`);
  };
  const save = async () => {
    offer((await make()).file);
    return 'Saved. Attach the file to a ticket or a message.';
  };
  const copy = async () => {
    setLink(null);
    const making = make();
    const copying = making.then((capsule) => {
      if (capsule.link === null) throw new Error('There is no link.');
      return capsule.link;
    });
    try {
      // In the press itself: Safari denies it later.
      await copyText(copying);
      return 'Copied. Paste it into a ticket or a message.';
    } catch {
      const capsule = await making;
      setLink(capsule.link);
      if (capsule.link !== null) return 'Could not copy.';
      offer(capsule.file);
      return 'Saved as a file: it is too large for a link.';
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={ref} variant="secondary" size="sm" busy={isBusy} onClick={() => void attempt(copy)}>
          {label}
        </Button>
        <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void attempt(save)}>
          Save file
        </Button>
        {children}
      </div>
      <Outcome>{outcome}</Outcome>
      {link === null ? null : <LinkToCopy link={link} />}
    </>
  );
}

/** All of a capsule as JSON, for those who want to see it. Read when it is opened. */
function Details({ read }: { read: () => Promise<CapsuleContent> }) {
  const [content, setContent] = useState<CapsuleContent>();
  const onToggle = (isOpen: boolean) => {
    if (isOpen) void read().then(setContent);
  };
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-ink-2">Show all of it</summary>
      {content ? <Json label="What is inside" value={content} /> : null}
    </details>
  );
}

interface BugReportProps {
  context: InPageContext;
  note: string;
  onNote: (note: string) => void;
  onClose: () => void;
}

/** Asks for a note, says what the report holds, and hands it out. */
export function BugReport({ context, note, onNote, onClose }: BugReportProps) {
  const { capsules } = context.control;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <fieldset
      aria-label="Report a bug"
      className="mb-3 grid grid-cols-1 gap-3 rounded-control border border-line bg-surface p-3"
    >
      <Field label="What went wrong? (optional)">
        <TextArea
          ref={field}
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
      </Field>
      <div className="grid grid-cols-1 gap-1 text-sm">
        <p className="font-semibold">What is included</p>
        <ul className="grid list-disc grid-cols-1 gap-1 ps-5 text-ink-2">
          <li>The last requests, with what you typed</li>
          <li>The data with your changes, the clock, who is signed in, and the open page</li>
          <li>
            <strong className="font-semibold text-ink">Left out:</strong> passwords, codes and tokens
          </li>
        </ul>
      </div>
      <p className="text-sm text-ink-2">
        Nothing is sent from here. Copy the link into a ticket or a message to a developer, or attach the
        file: it opens this page with this data.
      </p>
      <HandOut context={context} label="Copy link" note={note}>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Close
        </Button>
      </HandOut>
      <Details read={async () => capsules.read((await capsules.make({ note })).code)} />
    </fieldset>
  );
}

/** The note of a capsule, and what is inside. */
function CapsuleView({ content, children }: { content: CapsuleContent; children?: ReactNode }) {
  const { bug } = content;
  return (
    <fieldset aria-label={bug ? 'Bug report' : 'Capsule'} className="mb-3 grid grid-cols-1 gap-3">
      <p className="text-sm">
        {bug ? <strong>{bug.note || 'A bug report without a note'}</strong> : 'A capsule'}
      </p>
      {children}
      <Details read={async () => content} />
    </fieldset>
  );
}

/** The bug report that this tab has opened, which the page shows. */
export function OpenedReport({ context: { control } }: { context: InPageContext }) {
  const [content, setContent] = useState<CapsuleContent>();
  useEffect(() => {
    const capsule = control.capsules.opened();
    if (capsule !== null) control.capsules.read(capsule).then(setContent, () => undefined);
  }, [control]);
  return content ? <CapsuleView content={content} /> : null;
}

/** Shares the state as a capsule, and opens one from a file. */
export function CapsuleSection({ context }: { context: InPageContext }) {
  const { control } = context;
  const shareButton = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<{ readonly capsule: string; readonly content: CapsuleContent }>();
  const { outcome, isBusy, attempt } = useOutcome();
  const choose = (file: File | undefined) =>
    attempt(async () => {
      if (!file) return '';
      if (file.size > LARGEST_FILE) return `${file.name} is too large to be a capsule.`;
      const capsule = await file.text();
      setChosen({ capsule, content: await control.capsules.read(capsule) });
      return '';
    });
  const close = () => {
    setChosen(undefined);
    // The pressed button is gone.
    shareButton.current?.focus();
  };
  const open = (capsule: string) =>
    attempt(async () => {
      await control.restore(capsule);
      close();
      return 'Opened.';
    });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file does what the button does.
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void choose(event.dataTransfer.files[0]);
      }}
    >
      <Section
        title="Share"
        hint="A link or a file that opens this page with this data anywhere. “Report a bug” above adds a note and the last requests. Drop a file here to open it."
      >
        <HandOut context={context} label="Share" ref={shareButton}>
          <FileButton label="Open a capsule" onFile={(file) => void choose(file)} />
        </HandOut>
        {chosen ? (
          <CapsuleView content={chosen.content}>
            <p className="text-sm text-ink-2">Opening it replaces all data.</p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" busy={isBusy} onClick={() => void open(chosen.capsule)}>
                Open
              </Button>
              <Button variant="ghost" size="sm" onClick={close}>
                Cancel
              </Button>
            </div>
          </CapsuleView>
        ) : null}
        <Outcome>{outcome}</Outcome>
      </Section>
    </div>
  );
}
