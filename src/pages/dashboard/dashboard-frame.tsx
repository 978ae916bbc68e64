import { Menu as MenuIcon, Search } from 'lucide-react';
import {
  type ComponentProps,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router-dom';
import { sectionPath } from '@/app/section-address';
import { useRequestsExpireOutside } from '@/app/section-request';
import { dashboardToast } from '@/app/store';
import { type DashboardSection, type Role, sectionsByRole } from '@/contract';
import { brand } from '@/lib/brand';
import { useWhenIdle } from '@/lib/hooks';
import { lazyWithRetry } from '@/lib/lazy';
import { report } from '@/lib/report';
import { Logo } from '@/ui/art/logo';
import { cx } from '@/ui/cx';
import type { Dialog } from '@/ui/dialog/dialog';
import { isPageCovered } from '@/ui/dialog/surface';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { IconButton } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';
import { useFocusHeadingOn } from '@/ui/layout/focus';
import { SkipLink, skipLinksId } from '@/ui/layout/links';
import { useDocumentTitle } from '@/ui/layout/page-title';
import { AccountMenu } from './account-menu';
import { preloadSections, SectionView, type SidebarEntry, sidebarOf, titleOf } from './navigation';
import { strings } from './strings';

interface SidebarProps {
  role: Role;
  section: DashboardSection;
  onOpen: (section: DashboardSection) => void;
}

/** The dashboard's navigation: 248 px wide on desktops, a labelled rail on tablets, in a drawer on phones. */
function Sidebar({ role, section, onOpen }: SidebarProps) {
  return (
    <nav aria-label={strings.sidebar.name}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {sidebarOf(role, section).map((entry) => (
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
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </>
  );
  if (opens === 'support-form') {
    return (
      <a
        href={brand.supportFormUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-current={active ? 'page' : undefined}
        className={className}
      >
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

interface DashboardFrameProps {
  role: Role;
  userName: string;
  section: DashboardSection;
  onOpen: (section: DashboardSection) => void;
  onLogout: () => void;
}

/** Top bar and sidebar around the open section (§2 "Header", "Sidebar"). */
export function DashboardFrame({ role, userName, section, onOpen, onLogout }: DashboardFrameProps) {
  // The sidebar updates immediately; a section with many patients follows once it is rendered.
  const visibleSection = useDeferredValue(section);
  useDocumentTitle(titleOf(visibleSection));
  useFocusHeadingOn(visibleSection, { onlyIfLost: true });
  useScrolledUpOn(visibleSection);
  useWhenIdle(preloadSections[role]);
  const dropRequest = useRequestsExpireOutside(section);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr]">
      <div id={skipLinksId} className="contents">
        <SkipLink />
      </div>
      <header
        data-print="hidden"
        data-top-bar=""
        className="top-0 z-30 flex tall:sticky min-h-16 flex-wrap items-center gap-2 border-b border-line bg-surface px-[min(1rem,5vw)] sm:px-6"
      >
        <SidebarDrawer role={role} section={section} onOpen={onOpen} />
        <Link
          to={sectionPath(sectionsByRole[role][0])}
          className="me-auto rounded-control text-plum no-underline"
        >
          {/* On phones the greeting replaces the name. */}
          <Logo className="[&>span]:max-sm:sr-only" />
        </Link>
        <Commands role={role} onOpen={onOpen} />
        <AccountMenu role={role} userName={userName} onOpen={onOpen} onLogout={onLogout} />
      </header>
      <div className="md:grid md:grid-cols-[6.5rem_minmax(0,1fr)] lg:grid-cols-[min(15.5rem,30vw)_minmax(0,1fr)]">
        <aside data-print="hidden" className="hidden border-e border-line bg-surface p-3 md:block lg:p-4">
          <div className="sticky top-20">
            <Sidebar role={role} section={section} onOpen={onOpen} />
          </div>
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-[min(1rem,5vw)] py-6 max-lg:pb-[calc(1.5rem+var(--badge-room,0px))] sm:px-6 lg:px-10 lg:py-5"
        >
          <ErrorBoundary
            resetKey={visibleSection}
            onError={(error) => {
              dropRequest();
              report('a section broke', { section: visibleSection, error: String(error) });
            }}
          >
            <SectionView section={visibleSection} chosen={section} onOpen={onOpen} />
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

const CommandMenu = lazyWithRetry(async () => (await import('./command-menu')).CommandMenu, {
  loadWhen: ({ open }) => open,
  onFailure: ({ onClose }) => {
    dashboardToast(strings.frame.commandsNotLoaded, { tone: 'error' });
    onClose();
  },
});

const isApple = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '');
const shortcut = isApple ? '⌘K' : 'Ctrl K';

/** Opens the command menu by a button, and by its shortcut while no dialog or menu is open. */
function Commands({ role, onOpen }: Pick<DashboardFrameProps, 'role' | 'onOpen'>) {
  useWhenIdle(CommandMenu.preload);
  const [isOpen, setOpen] = useState(false);
  // Each opening starts with a blank query.
  const [openings, setOpenings] = useState(0);
  const show = () => {
    setOpenings((count) => count + 1);
    setOpen(true);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    // On a Mac, Ctrl+K deletes text in a field.
    // An event by which the browser fills in a form has no key.
    const isShortcut = /^k$/i.test(event.key) && (isApple ? event.metaKey : event.ctrlKey);
    if (!isShortcut || event.shiftKey || event.altKey || event.defaultPrevented || isPageCovered()) return;
    event.preventDefault();
    show();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        title={`${strings.frame.commands} (${shortcut})`}
        onClick={show}
        className={buttonClass({
          variant: 'ghost',
          className: 'shrink-0 text-sm font-medium text-ink-2 max-lg:size-11 max-lg:p-0',
        })}
      >
        <Search aria-hidden="true" className="size-5 shrink-0" />
        <span className="max-lg:sr-only">{strings.frame.commands}</span>
        <kbd className="rounded-sm border border-line px-1.5 font-sans text-caption max-lg:hidden">
          {shortcut}
        </kbd>
      </button>
      <CommandMenu key={openings} open={isOpen} role={role} onClose={() => setOpen(false)} onOpen={onOpen} />
    </>
  );
}

/** Scrolls to the top when another section is shown. Not a layout effect of the section, which may focus a part of itself. */
function useScrolledUpOn(section: DashboardSection): void {
  const last = useRef(section);
  useLayoutEffect(() => {
    if (last.current === section) return;
    last.current = section;
    window.scrollTo(0, 0);
  }, [section]);
}

const LazyDialog = lazyWithRetry<ComponentProps<typeof Dialog>>(
  async () => (await import('@/ui/dialog/dialog')).Dialog,
  {
    loadWhen: ({ open }) => open,
    onFailure: ({ onOpenChange }) => {
      dashboardToast(strings.frame.navigationNotLoaded, { tone: 'error' });
      onOpenChange(false);
    },
  },
);

/** The sidebar on phones. */
function SidebarDrawer({ role, section, onOpen }: Pick<DashboardFrameProps, 'role' | 'section' | 'onOpen'>) {
  useWhenIdle(LazyDialog.preload);
  const [open, setOpen] = useState(false);
  const openSection = (next: DashboardSection) => {
    setOpen(false);
    onOpen(next);
  };
  return (
    <div className="md:hidden">
      <IconButton
        label={strings.frame.openNavigation}
        onClick={() => setOpen(true)}
        icon={<MenuIcon className="size-5" />}
      />
      <LazyDialog open={open} onOpenChange={setOpen} title={strings.frame.navigation}>
        <Sidebar role={role} section={section} onOpen={openSection} />
      </LazyDialog>
    </div>
  );
}
