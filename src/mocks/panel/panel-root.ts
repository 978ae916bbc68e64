import { ignoreOutsidePress } from '@/ui/dialog/ignore-outside-press';

/** Adds an element that stays usable beside modal dialogs, for a React root of its own, at the end of `parent`. */
export function addPanelRoot(label: string, parent: ParentNode = document.body): HTMLElement {
  const container = document.createElement('aside');
  container.setAttribute('aria-label', label);
  for (const [name, value] of Object.entries(ignoreOutsidePress)) container.setAttribute(name, value);
  // The default, but modal dialogs hide only what has no `aria-live`.
  container.setAttribute('aria-live', 'off');
  parent.append(container);
  return container;
}
