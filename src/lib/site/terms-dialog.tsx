import { Dialog } from '@/ui/dialog/dialog';
import { Button } from '@/ui/form/button';
import { fixed, strings, type TermsSection, type TermsSectionName, termsSections } from './terms.strings';

interface TermsDialogProps {
  open: boolean;
  /** Called when the user closes the dialog without agreeing. */
  onOpenChange: (open: boolean) => void;
  /** The terms to show, in this order. */
  sections: readonly TermsSectionName[];
  /** Called when the user agrees; the owner closes the dialog. */
  onAgree: () => void;
  /** The action started by agreeing is running; the dialog stays open until it ends. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
}

/** The Terms and Conditions modal of sign-up and of Place Order (SPEC §1, §2). */
export function TermsDialog({
  open,
  onOpenChange,
  sections,
  onAgree,
  busy = false,
  busyLabel,
}: TermsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={fixed.title}
      description={strings.description}
      dismissible={!busy}
      footer={
        <Button busy={busy} busyLabel={busyLabel} onClick={onAgree}>
          {fixed.agree}
        </Button>
      }
    >
      <div className="space-y-7">
        {sections.map((name) => (
          <Section key={name} section={termsSections[name]} />
        ))}
      </div>
    </Dialog>
  );
}

function Section({ section }: { section: TermsSection }) {
  return (
    <section>
      <h3 className="text-lg font-semibold">{section.title}</h3>
      <dl className="mt-3 space-y-3">
        {section.clauses.map(({ heading, text }) => (
          <div key={heading}>
            <dt className="text-sm font-semibold">{heading}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
