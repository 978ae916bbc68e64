import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ReactNode, useDeferredValue } from 'react';
import { cx } from '@/ui/cx';

interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly TabItem<Value>[];
  /** Keeps inactive panels in the document, with their input. */
  keepMounted?: boolean | undefined;
  className?: string | undefined;
}

/** Tabs: arrows move and select, Home and End jump to the ends. The tab updates at once; a large panel follows. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  keepMounted = false,
  className,
}: TabsProps<Value>) {
  const visibleValue = useDeferredValue(value);
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={className}>
      <BaseTabs.List
        activateOnFocus
        aria-label={label}
        className="relative flex flex-wrap border-b border-line sm:gap-x-1"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              // On phones titles share the line and may wrap: truncated ones would be hard to find.
              'min-h-11 min-w-min flex-1 rounded-t-control border-b-2 border-transparent px-1.5 py-2 text-sm leading-tight font-semibold text-balance text-ink-2 -outline-offset-2 sm:flex-none sm:px-4 sm:leading-normal sm:whitespace-nowrap',
              'hover:bg-plum-soft hover:text-plum data-active:border-plum data-active:text-plum',
            )}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {keepMounted ? (
        // Not `inert:`, which also matches below an inert page.
        tabs.map((tab) => (
          <BaseTabs.Panel key={tab.value} value={tab.value} keepMounted className="pt-4 [&[inert]]:hidden">
            {tab.content}
          </BaseTabs.Panel>
        ))
      ) : (
        <BaseTabs.Panel value={value} className="pt-4">
          {/* The outgoing panel must not receive focus or clicks. */}
          <div key={visibleValue} inert={visibleValue !== value}>
            {tabs.find((tab) => tab.value === visibleValue)?.content}
          </div>
        </BaseTabs.Panel>
      )}
    </BaseTabs.Root>
  );
}
