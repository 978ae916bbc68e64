import { useDemoAccounts } from '@/lib/demo-accounts';
import { Button } from '@/ui/form/button';
import { strings } from './strings';

interface DemoAccountsProps {
  busy: boolean;
  onChoose: (credentials: { email: string; password: string }) => void;
}

/** The demo's accounts with a button each; nothing where the build has no mock backend. */
export function DemoAccounts({ busy, onChoose }: DemoAccountsProps) {
  const accounts = useDemoAccounts();
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="demo-accounts" className="grid gap-3 rounded-card bg-sunken p-5">
      <h2 id="demo-accounts" className="font-semibold">
        {strings.demo.title}
      </h2>
      <ul className="grid gap-3">
        {accounts.map(({ label, email, password }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="text-sm text-ink-2">
              {email} / {password}
            </span>
            <Button
              variant="secondary"
              size="sm"
              disabled={busy}
              onClick={() => onChoose({ email, password })}
            >
              {strings.demo.logInAs(label)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
