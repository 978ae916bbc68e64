import { Dialog } from '@/ui/dialog/dialog';
import { Button } from '@/ui/form/button';

// From §2, exact: do not reword.
export const fixed = {
  title: 'Terms and Conditions',
  agree: 'I agree',
} as const;

// Ours: free to reword.
export const strings = {
  description: 'Read these terms before you continue.',
} as const;

/** A titled group of terms. */
interface TermsSection {
  readonly title: string;
  readonly clauses: readonly { readonly heading: string; readonly text: string }[];
}

/** The specification leaves this timeframe open; it stays a visible placeholder until the company decides (§Notes). */
const defectiveKitTimeframe = '[timeframe, e.g. 7 days]';

/** Also shown where an order is placed. */
export const allSalesFinal = 'All sales are final.';

/**
 * The terms users agree to: about the product at sign-up, about a purchase at payment. Ours: free to reword, with
 * lawyers, as long as it covers what §1 asks for.
 */
const termsSections: readonly TermsSection[] = [
  {
    title: 'Sign-up terms',
    clauses: [
      {
        heading: 'We only distribute kits',
        text: 'This product only distributes sample-collection kits. We do not perform any testing.',
      },
      {
        heading: 'No medical advice',
        text: 'Nothing here is medical advice. Please talk to your healthcare provider about your results and your care.',
      },
    ],
  },
  {
    title: 'Payment terms',
    clauses: [
      { heading: 'Price', text: 'The price at checkout includes taxes and shipping.' },
      { heading: 'No returns', text: `${allSalesFinal} We do not accept returns.` },
      {
        heading: 'Defective kits',
        text: `Defective kits are replaced free of charge if reported within ${defectiveKitTimeframe}.`,
      },
      { heading: 'Liability', text: 'Our liability is limited to the replacement cost of the kit.' },
    ],
  },
];

interface TermsDialogProps {
  open: boolean;
  /** Called when the user closes the dialog without agreeing. */
  onOpenChange: (open: boolean) => void;
  /** Called when the user agrees; the owner closes the dialog. */
  onAgree: () => void;
  /** The action started by agreeing is running; the dialog stays open until it ends. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
}

/** The Terms and Conditions modal of sign-up and of Place Order (§1, §2). */
export function TermsDialog({ open, onOpenChange, onAgree, busy = false, busyLabel }: TermsDialogProps) {
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
        {termsSections.map((section) => (
          <Section key={section.title} section={section} />
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
