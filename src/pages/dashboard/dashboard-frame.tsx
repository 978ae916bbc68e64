import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import type { DashboardSection, Role } from '@/contract';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { Logo } from '@/ui/art/logo';
import { lazyWithRetry } from '@/lib/lazy';
import { report } from '@/lib/report';
import { ThemeSwitch } from '@/lib/theme/theme-switch';
import type { Dialog } from '@/ui/dialog/dialog';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { IconButton } from '@/ui/form/icon-button';
import { SkipLink } from '@/ui/layout/skip-link';
import { useDocumentTitle } from '@/ui/layout/use-document-title';
import { useFocusHeadingOn } from '@/ui/layout/use-focus-heading-on';
import { useWhenIdle } from '@/lib/when-idle';
import { AccountMenu } from './account-menu';
import { sectionTitles } from './navigation';
import { SectionView } from './section-view';
import { Sidebar } from './sidebar';
import { strings } from './strings';

interface DashboardFrameProps {
  role: Role;
  userName: string;
  section: DashboardSection;
  onOpen: (section: DashboardSection) => void;
  onLogout: () => void;
}

/** Top bar and sidebar around the open section (SPEC §2 "Header", "Sidebar"). */
export function DashboardFrame({ role, userName, section, onOpen, onLogout }: DashboardFrameProps) {
  // The sidebar answers a press at once; a section with many patients follows as soon as it is rendered.
  const shown = useDeferredValue(section);
  useDocumentTitle(sectionTitles[shown]);
  useFocusHeadingOn(shown, { onlyIfLost: true });
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr]">
      <SkipLink />
      <header
        data-print="hidden"
        className="top-0 z-30 flex tall:sticky min-h-16 items-center gap-2 border-b border-line bg-surface px-4 sm:px-6"
      >
        <SidebarDrawer role={role} section={section} onOpen={onOpen} />
        <span className="me-auto text-plum">
          {/* On a phone the name gives way to the greeting. */}
          <Logo className="[&>span]:max-sm:sr-only" />
        </span>
        <ThemeSwitch />
        <AccountMenu role={role} userName={userName} onOpen={onOpen} onLogout={onLogout} />
      </header>
      <div className="md:grid md:grid-cols-[6.5rem_minmax(0,1fr)] lg:grid-cols-[248px_minmax(0,1fr)]">
        <aside data-print="hidden" className="hidden border-e border-line bg-surface p-3 md:block lg:p-4">
          <div className="sticky top-20">
            <Sidebar role={role} section={section} onOpen={onOpen} />
          </div>
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 py-6 max-md:pb-[calc(1.5rem+var(--badge-room,0px))] sm:px-6 lg:px-10 lg:py-8"
        >
          <ErrorBoundary
            resetKey={shown}
            homeUrl={import.meta.env.BASE_URL}
            onError={(error) => report('a section broke', { section: shown, error: String(error) })}
          >
            <SectionView section={shown} onOpen={onOpen} />
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

const LazyDialog = lazyWithRetry<ComponentProps<typeof Dialog>>(
  async () => (await import('@/ui/dialog/dialog')).Dialog,
  {
    wanted: ({ open }) => open,
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
