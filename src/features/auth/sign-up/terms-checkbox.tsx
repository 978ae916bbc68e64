import { useState } from 'react';
import { TermsDialog } from '@/lib/site/terms-dialog';
import { Checkbox } from '@/ui/form/checkbox';
import { strings } from './strings';

interface TermsCheckboxProps {
  agreed: boolean;
  onAgreedChange: (agreed: boolean) => void;
  error: string | undefined;
}

/** The terms box: ticking it opens the terms, and only "I agree" in there ticks it (SPEC §2). */
export function TermsCheckbox({ agreed, onAgreedChange, error }: TermsCheckboxProps) {
  const [reading, setReading] = useState(false);
  return (
    <div>
      <Checkbox
        name="terms"
        checked={agreed}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : 'terms-error'}
        onChange={() => (agreed ? onAgreedChange(false) : setReading(true))}
        label={strings.both.terms}
      />
      {error === undefined ? null : (
        <p id="terms-error" className="text-caption font-medium text-red">
          {error}
        </p>
      )}
      <TermsDialog
        open={reading}
        onOpenChange={setReading}
        sections={['sign-up', 'payment']}
        onAgree={() => {
          onAgreedChange(true);
          setReading(false);
        }}
      />
    </div>
  );
}
