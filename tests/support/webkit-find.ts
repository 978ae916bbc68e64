import type * as Dom from '@testing-library/dom';

/** A string, or the source of a regular expression. */
export type TextPattern =
  | { readonly text: string; readonly exact: boolean }
  | { readonly source: string; readonly flags: string };

/** One step of a locator, as sent to the page. */
export type Step =
  | {
      readonly by: 'role';
      readonly role: string;
      readonly name?: TextPattern | undefined;
      readonly hidden: boolean;
      readonly selected?: boolean | undefined;
    }
  | { readonly by: 'label' | 'text'; readonly pattern: TextPattern }
  | { readonly by: 'hasText'; readonly pattern: TextPattern }
  | { readonly by: 'css'; readonly selector: string }
  | { readonly by: 'nth'; readonly index: number }
  | { readonly by: 'or'; readonly other: readonly Step[] }
  | { readonly by: 'and'; readonly other: readonly Step[] };

/** State of the elements that a locator matches, for expectations. */
export interface Found {
  readonly count: number;
  readonly visible: boolean;
  readonly disabled: boolean;
  readonly checked: boolean;
  readonly focused: boolean;
  readonly value: string | null;
  readonly text: string;
  /** In CSS pixels of the viewport; null if it is not rendered. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** The share of its area that is in the viewport. */
  readonly inViewport: number;
}

declare global {
  interface Window {
    /** Set by the script of `@testing-library/dom`. */
    TestingLibraryDom?: typeof Dom;
    findSteps?: (steps: readonly Step[]) => HTMLElement[];
    describeSteps?: (steps: readonly Step[]) => Found;
    /** Blocks the next press unless it hits this element: the page may have moved since it was looked for. */
    watchPress?: (wanted: Element) => void;
    /** Returns whether the press did. */
    endPress?: () => boolean;
  }
}

/** Runs in the page: defines how locators are resolved there, with the meaning that they have in Playwright. */
export function installFinder(): void {
  const normalize = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const matcher = (pattern: TextPattern) => (found: string | null) => {
    const text = normalize(found);
    if ('source' in pattern) return new RegExp(pattern.source, pattern.flags).test(text);
    const wanted = normalize(pattern.text);
    return pattern.exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
  };
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const labelsOf = (element: HTMLElement): readonly (string | null)[] => {
    const ids = element.getAttribute('aria-labelledby');
    if (ids !== null) return ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? null);
    const label = element.getAttribute('aria-label');
    if (label !== null) return [label];
    return 'labels' in element
      ? [...((element as HTMLInputElement).labels ?? [])].map((each) => each.textContent)
      : [];
  };
  const within = (
    root: ParentNode,
    step: Exclude<Step, { by: 'nth' | 'or' | 'and' | 'hasText' }>,
  ): HTMLElement[] => {
    const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
    switch (step.by) {
      case 'role': {
        const container = root === document ? document.body : (root as HTMLElement);
        const options = {
          hidden: step.hidden,
          ...(step.name && { name: matcher(step.name) }),
          ...(step.selected !== undefined && { selected: step.selected }),
        };
        return window.TestingLibraryDom?.queryAllByRole(container, step.role, options) ?? [];
      }
      case 'label':
        return all('input, select, textarea, button, [aria-label], [aria-labelledby]').filter((element) =>
          labelsOf(element).some(matcher(step.pattern)),
        );
      case 'text': {
        const matches = matcher(step.pattern);
        const found = all('body *').filter(
          (element) => !['SCRIPT', 'STYLE'].includes(element.tagName) && matches(element.textContent),
        );
        return found.filter((element) => !found.some((other) => other.parentElement === element));
      }
      default:
        return all(step.selector);
    }
  };
  const find = (steps: readonly Step[]) => {
    let found: (Document | HTMLElement)[] = [document];
    for (const step of steps) {
      if (step.by === 'nth') found = found.slice(step.index, step.index + 1);
      else if (step.by === 'or') found = [...new Set([...found, ...find(step.other)])];
      else if (step.by === 'and') {
        const others = new Set(find(step.other));
        found = found.filter((element) => others.has(element as HTMLElement));
      } else if (step.by === 'hasText') {
        const matches = matcher(step.pattern);
        found = found.filter(({ textContent }) => matches(textContent));
      } else found = [...new Set(found.flatMap((root) => within(root, step)))];
    }
    return found as HTMLElement[];
  };
  const boxOf = (element: Element | undefined) => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return width > 0 && height > 0 ? { x, y, width, height } : null;
  };
  const shareInViewport = (box: Found['box']) => {
    if (box === null) return 0;
    const width = Math.min(box.x + box.width, innerWidth) - Math.max(box.x, 0);
    const height = Math.min(box.y + box.height, innerHeight) - Math.max(box.y, 0);
    return (Math.max(width, 0) * Math.max(height, 0)) / (box.width * box.height);
  };
  const isHit = (wanted: Element, hit: Element | null) =>
    wanted.contains(hit) || hit?.closest('label')?.contains(wanted) === true;
  window.watchPress = (wanted) => {
    let wasHit: boolean | undefined;
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'];
    const judge = (event: Event) => {
      const [target] = event.composedPath();
      wasHit ??= isHit(wanted, target instanceof Element ? target : null);
      if (wasHit) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const kind of kinds) addEventListener(kind, judge, { capture: true });
    window.endPress = () => {
      for (const kind of kinds) removeEventListener(kind, judge, { capture: true });
      return wasHit === true;
    };
  };
  window.findSteps = find;
  window.describeSteps = (steps) => {
    const found = find(steps);
    const [first] = found;
    const box = boxOf(first);
    const input = first instanceof HTMLInputElement ? first : null;
    return {
      count: found.length,
      visible: first !== undefined && isVisible(first),
      disabled: first?.matches(':disabled, [aria-disabled=true]') ?? false,
      checked: input?.checked ?? first?.getAttribute('aria-checked') === 'true',
      focused: first !== undefined && first === document.activeElement,
      value: first !== undefined && 'value' in first ? String(first.value) : null,
      text: first?.textContent ?? '',
      box,
      inViewport: shareInViewport(box),
    };
  };
}
