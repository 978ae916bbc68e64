import { Check, Circle } from 'lucide-react';
import { passwordRules } from '@/contract';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { strings } from './strings';

/** The password's rules, ticked off while it is typed (SPEC §5). */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label={strings.rules.title} className="grid gap-1 text-caption">
      {passwordRules.map(({ message, holds }) => {
        const met = holds(password);
        const Icon = met ? Check : Circle;
        return (
          <li key={message} className={met ? 'flex gap-2 text-green' : 'flex gap-2 text-ink-2'}>
            <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            <span>{message}</span>
            <VisuallyHidden>{met ? strings.rules.met : strings.rules.notMet}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}
