import type { PanelContext } from './panel-context';

function span(className: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}

/**
 * Shows that the data is not real, whether failures are enabled, and what the mock is missing. It is in every page with a
 * mock, so it does without React.
 */
export function createBadge(onPress: () => void): {
  readonly button: HTMLButtonElement;
  readonly update: (context: PanelContext) => void;
} {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = 'Control room (Ctrl+.)';
  button.dataset.badge = '';
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('aria-keyshortcuts', 'Control+.');
  button.addEventListener('click', onPress);
  // Above dialogs as well: pressing what is below one would close it, and lose what was entered.
  button.className =
    'group/badge fixed start-0 z-40 top-[calc((100dvh-var(--room-bottom,0px))/2)] flex min-w-6 -translate-y-1/2 sm:start-3 sm:top-auto sm:bottom-[calc(0.75rem+var(--room-bottom,0px))] sm:min-h-6 sm:translate-y-0 print:hidden';
  // On phones it is narrow and upright in the page's margin, where it covers no text: "inline" is vertical there.
  const label = span(
    'flex max-h-[60dvh] items-center gap-1.5 overflow-hidden rounded-r-control border border-l-0 border-line bg-raised px-2 py-px text-caption max-sm:text-[13px] leading-none font-semibold text-ink-2 shadow-2 group-hover/badge:text-plum max-sm:[writing-mode:vertical-rl] sm:rounded-full sm:border-l sm:px-2.5 sm:py-1 sm:leading-normal sm:opacity-90 sm:group-hover/badge:opacity-100 sm:group-focus-visible/badge:opacity-100',
  );
  const dot = span('');
  dot.setAttribute('aria-hidden', 'true');
  const text = span('');
  label.append(dot, text);
  button.append(label);
  return {
    button,
    update({ control, notes }) {
      const { overrides, chaos } = control.scenario();
      const limits = new Set(notes.list().flatMap(({ badge }) => badge ?? []));
      const changes = [
        overrides.length > 0 ? `, ${overrides.length} overridden` : '',
        chaos === null ? '' : ', chaos',
      ].join('');
      dot.className = `size-[8px] rounded-full ${changes === '' ? 'bg-teal' : 'bg-coral'}`;
      const altered = span('text-coral');
      altered.textContent = changes;
      text.replaceChildren(['Demo data', ...limits].join(', '), altered);
    },
  };
}
