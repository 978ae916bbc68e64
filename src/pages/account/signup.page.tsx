import { Building2, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LoginHint } from '@/features/auth/login-hint';
import { AuthLayout } from '@/ui/site/auth-layout';
import * as strings from './strings';

const options = [
  { to: '/provider-signup', label: strings.provider, about: strings.aClinic, Icon: Building2 },
  { to: '/patient-signup', label: strings.patient, about: strings.aPatient, Icon: UserRound },
];

/** §2: the choice between the two sign-ups. */
export function SignupPage() {
  return (
    <AuthLayout title={strings.chooseOption} footer={<LoginHint />}>
      <ul className="grid grid-cols-1 gap-4">
        {options.map(({ to, label, about, Icon }) => (
          <li
            key={to}
            className="relative flex items-center gap-4 rounded-card border border-line bg-surface p-5 hover:border-plum hover:bg-plum-soft"
          >
            <Icon aria-hidden="true" className="size-8 shrink-0 text-plum" strokeWidth={1.5} />
            <div className="min-w-0">
              {/* The link covers the whole card; its name is the text of the specification. */}
              <Link
                to={to}
                aria-describedby={`about${to.replace('/', '-')}`}
                className="block text-lg font-semibold after:absolute after:inset-0 after:rounded-card"
              >
                {label}
              </Link>
              <p id={`about${to.replace('/', '-')}`} className="text-sm text-ink-2">
                {about}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </AuthLayout>
  );
}
