import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly TabItem<Value>[];
  /** Keeps hidden panels in the document, with what was typed into them. */
  keepMounted?: boolean | undefined;
  className?: string | undefined;
}

/** Tabs: arrows move and choose, Home and End jump to the ends. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  keepMounted = false,
  className,
}: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={className}>
      <BaseTabs.List
        activateOnFocus
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              'min-h-11 shrink-0 rounded-t-control border-b-2 border-transparent px-4 py-2 text-sm font-semibold whitespace-nowrap text-ink-2 -outline-offset-2',
              'hover:bg-plum-soft hover:text-plum data-active:border-plum data-active:text-plum',
            )}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} keepMounted={keepMounted} className="pt-6">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
