import { type KeyboardEvent, type ReactNode, useDeferredValue, useId } from 'react';
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

/** The position that a key moves to, of `count` tabs: arrows wrap around. */
function positionForKey(
  { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  at: number,
  count: number,
) {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined;
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
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
  const id = useId();
  // By position: values may contain spaces.
  const tabId = (at: number) => `${id}tab-${at}`;
  const panelId = (at: number) => `${id}panel-${at}`;
  const panelAt = (at: number) => ({
    id: panelId(at),
    role: 'tabpanel',
    'aria-labelledby': tabId(at),
    className: 'pt-4',
  });
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    const position = positionForKey(event, at, tabs.length);
    const next = position === undefined ? undefined : tabs[position];
    if (position === undefined || next === undefined) return;
    event.preventDefault();
    // A held key would open one panel after another, some of which are entries of the history.
    if (event.repeat) return;
    document.getElementById(tabId(position))?.focus();
    onValueChange(next.value);
  };
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        className="relative flex flex-wrap border-b border-line sm:gap-x-1"
      >
        {tabs.map((tab, at) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabId(at)}
            aria-selected={tab.value === value}
            aria-controls={keepMounted || tab.value === value ? panelId(at) : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={cx(
              // On phones titles share the line and may wrap: truncated ones would be hard to find.
              'min-h-11 min-w-min flex-1 rounded-t-control border-b-2 border-transparent px-1.5 py-2 text-sm leading-tight font-semibold text-balance text-ink-2 -outline-offset-2 sm:flex-none sm:px-4 sm:leading-normal sm:whitespace-nowrap',
              'hover:bg-plum-soft hover:text-plum aria-selected:border-plum aria-selected:text-plum',
            )}
            onClick={() => onValueChange(tab.value)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {keepMounted ? (
        tabs.map((tab, at) => (
          <div key={tab.value} {...panelAt(at)} hidden={tab.value !== value}>
            {tab.content}
          </div>
        ))
      ) : (
        <div {...panelAt(tabs.findIndex((tab) => tab.value === value))}>
          {/* The outgoing panel must not receive focus or clicks. */}
          <div key={visibleValue} inert={visibleValue !== value}>
            {tabs.find((tab) => tab.value === visibleValue)?.content}
          </div>
        </div>
      )}
    </div>
  );
}
