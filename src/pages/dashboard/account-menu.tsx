import { ChevronDown, CreditCard, LogOut, SunMoon, UserRound } from 'lucide-react';
import { type DashboardSection, type Role, roles } from '@/contract';
import { useBilling } from '@/features/billing/use-billing';
import { DropdownMenu, type DropdownMenuItem } from '@/ui/dialog/dropdown-menu';
import { buttonClass } from '@/ui/form/button-class';
import { useThemeSwitch } from '@/ui/site/theme-switch';
import { kitsInformation } from './navigation';
import { fixed } from './strings';

interface AccountMenuProps {
  role: Role;
  userName: string;
  onOpen: (section: DashboardSection) => void;
  onLogout: () => void;
}

/** The greeting and its dropdown (§2 "Header"). */
export function AccountMenu(props: AccountMenuProps) {
  return props.role === roles.provider ? <ProviderMenu {...props} /> : <Menu {...props} first={[]} />;
}

function ProviderMenu(props: AccountMenuProps) {
  const billing = useBilling();
  const first: DropdownMenuItem[] = [
    {
      key: 'profile',
      label: fixed.account.profile,
      icon: <UserRound aria-hidden="true" className="size-4" />,
      onSelect: () => props.onOpen('clinicProfile'),
    },
    {
      key: 'billing',
      label: billing.label,
      icon: <CreditCard aria-hidden="true" className="size-4" />,
      onSelect: billing.start,
      disabled: billing.busy,
      keepOpen: true,
    },
  ];
  return <Menu {...props} first={first} />;
}

function Menu({
  userName,
  onOpen,
  onLogout,
  first,
}: AccountMenuProps & { first: readonly DropdownMenuItem[] }) {
  const theme = useThemeSwitch();
  const items: DropdownMenuItem[] = [
    ...first,
    {
      key: 'kits',
      label: kitsInformation.label,
      icon: <kitsInformation.Icon aria-hidden="true" className="size-4" />,
      onSelect: () => onOpen('kitsInfo'),
    },
    {
      key: 'theme',
      label: theme.label,
      icon: <SunMoon aria-hidden="true" className="size-4" />,
      onSelect: theme.change,
      keepOpen: true,
    },
    {
      key: 'logout',
      label: fixed.account.logout,
      icon: <LogOut aria-hidden="true" className="size-4" />,
      onSelect: onLogout,
    },
  ];
  return (
    <DropdownMenu
      items={items}
      buttonClassName={buttonClass({
        variant: 'ghost',
        className: 'max-w-full max-sm:px-1.5 max-sm:text-sm',
      })}
      label={
        <>
          {/* One line where there is room; with twice the text size it would be cut off. */}
          <span title={fixed.account.greeting(userName)} className="line-clamp-2 max-[22rem]:line-clamp-4">
            {fixed.account.greeting(userName)}
          </span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </>
      }
    />
  );
}
