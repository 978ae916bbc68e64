import type { DashboardSection, Role } from '@/contract';
import { brand } from '@/lib/brand';
import { cx } from '@/ui/cx';
import { type SidebarEntry, sidebarOf } from './navigation';
import { strings } from './strings';

interface SidebarProps {
  role: Role;
  section: DashboardSection;
  onOpen: (section: DashboardSection) => void;
}

/** The dashboard's navigation: 248 px with room for it, a labelled rail on tablets, inside a drawer on phones. */
export function Sidebar({ role, section, onOpen }: SidebarProps) {
  return (
    <nav aria-label={strings.sidebar.name}>
      <ul className="grid gap-1">
        {sidebarOf(role).map((entry) => (
          <li key={entry.label}>
            <SidebarItem entry={entry} active={entry.activeIn.includes(section)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SidebarItemProps {
  entry: SidebarEntry;
  active: boolean;
  onOpen: (section: DashboardSection) => void;
}

function SidebarItem({ entry: { label, Icon, opens }, active, onOpen }: SidebarItemProps) {
  const className = cx(
    'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start text-sm font-semibold no-underline',
    'md:max-lg:flex-col md:max-lg:gap-1 md:max-lg:px-1 md:max-lg:text-center md:max-lg:text-caption',
    active ? 'bg-plum text-on-plum' : 'text-ink-2 hover:bg-plum-soft hover:text-plum',
  );
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      {label}
    </>
  );
  if (opens === 'support-form') {
    return (
      <a href={brand.supportFormUrl} target="_blank" rel="noopener noreferrer" className={className}>
        {content}
        <span className="sr-only">{strings.sidebar.newTab}</span>
      </a>
    );
  }
  return (
    <button
      type="button"
      aria-current={active ? 'page' : undefined}
      className={className}
      onClick={() => onOpen(opens)}
    >
      {content}
    </button>
  );
}
