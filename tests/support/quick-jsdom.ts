/** Derived from the tag, a few attributes and the element's own inline style. */
const OWN = new Set(['display', 'position', 'overflow', 'overflowX', 'overflowY']);
/** Derived from the nearest inline style, with these defaults. */
const INHERITED: Readonly<Record<string, string>> = { visibility: 'visible', 'pointer-events': 'auto' };
/** The attributes that the user agent style sheet depends on. */
const ASKED = ['hidden', 'open', 'type', 'popover'];

const kebab = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Styled = HTMLElement | SVGElement;

/** jsdom's own, slow implementation. */
const askJsdom = window.getComputedStyle.bind(window);

/**
 * Computes the most frequently read styles without jsdom, which matches all rules of its own style sheet for each
 * element (about 3 ms): finding a button by name reads hundreds, which took two fifths of the test time. Test pages
 * have no style sheet. If there is one, and for all other properties, jsdom computes the style.
 */
export function readStylesQuickly(): void {
  const view = document.defaultView;
  if (!view) return;
  const cache = new Map<string, string>();

  const own = (element: Styled, property: string): string => {
    const inline = element.hasAttribute('style') ? String(Reflect.get(element.style, property)) : '';
    if (inline) return inline;
    const attributes = ASKED.map((name) => element.getAttribute(name));
    const key = JSON.stringify([property, element.tagName, element.parentElement?.tagName, attributes]);
    const value = cache.get(key) ?? String(Reflect.get(askJsdom(element), property));
    cache.set(key, value);
    return value;
  };
  const inherited = (element: Element, property: string): string => {
    const style = element.getAttribute('style')?.includes(property) ? Reflect.get(element, 'style') : null;
    const inline: string = style?.getPropertyValue(property) ?? '';
    if (inline) return inline;
    return element.parentElement ? inherited(element.parentElement, property) : (INHERITED[property] ?? '');
  };

  const quickly = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
    const isStyled = element instanceof view.HTMLElement || element instanceof view.SVGElement;
    if (pseudo || !isStyled || document.styleSheets.length > 0) return askJsdom(element, pseudo);
    const read = (property: string): string | undefined => {
      if (OWN.has(property)) return own(element, property);
      return kebab(property) in INHERITED ? inherited(element, kebab(property)) : undefined;
    };
    let whole: CSSStyleDeclaration | undefined;
    return new Proxy(Object.create(view.CSSStyleDeclaration.prototype), {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (property: string) => read(property) ?? askJsdom(element).getPropertyValue(property);
        const ownValue = typeof name === 'string' ? read(name) : undefined;
        if (ownValue !== undefined) return ownValue;
        whole ??= askJsdom(element);
        const value = Reflect.get(whole, name);
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  };
  // Vitest's global object is not the document's own window, which libraries use.
  for (const target of [globalThis, view]) target.getComputedStyle = quickly;
}

/** Finds the labels of a field without jsdom, which looks at every node of the document for the labels of each field. */
export function findLabelsQuickly(): void {
  const view = document.defaultView;
  if (!view) return;
  const labels = {
    configurable: true,
    get(this: HTMLElement) {
      return [...document.getElementsByTagName('label')].filter((label) =>
        label.hasAttribute('for')
          ? label.htmlFor === this.id
          : label.contains(this) && label.querySelector('button, input, select, textarea') === this,
      );
    },
  };
  for (const field of [
    view.HTMLButtonElement,
    view.HTMLInputElement,
    view.HTMLSelectElement,
    view.HTMLTextAreaElement,
  ])
    Object.defineProperty(field.prototype, 'labels', labels);
}
