import { ignoreOutsidePress } from '@/ui/dialog/ignore-outside-press';

/** Adds an element that stays usable beside modal dialogs, for a React root of its own. */
export function addBesideDialogs(label: string): HTMLElement {
  const container = document.createElement('aside');
  container.setAttribute('aria-label', label);
  for (const [name, value] of Object.entries(ignoreOutsidePress)) container.setAttribute(name, value);
  // The default, but modal dialogs hide only what has no `aria-live`.
  container.setAttribute('aria-live', 'off');
  document.body.append(container);
  return container;
}
