/** Follow from the tag, a few attributes and the element's own inline style. */
const OWN = new Set(['display', 'position', 'overflow', 'overflowX', 'overflowY']);
/** Follow from the nearest inline style, else are this. */
const INHERITED: Readonly<Record<string, string>> = { visibility: 'visible', 'pointer-events': 'auto' };
/** What the browser's own style sheet looks at, besides an element's tag and its parent's. */
const ASKED = ['hidden', 'open', 'type', 'popover'];

const kebab = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Styled = HTMLElement | SVGElement;

/** What jsdom itself says, slowly. */
export const askJsdom = window.getComputedStyle.bind(window);

/**
 * Tells the styles that tests ask for most without jsdom, which matches every rule of its own style sheet anew for each
 * element, some 3 ms: finding a button by its name asks for hundreds, and took two fifths of the time of the tests. In
 * these tests no page brings a style sheet along. Where there is one after all, and for all other properties, jsdom is asked.
 */
export function readStylesQuickly(): void {
  const view = document.defaultView;
  if (!view) return;
  const known = new Map<string, string>();

  const own = (element: Styled, property: string): string => {
    const inline = element.hasAttribute('style') ? String(Reflect.get(element.style, property)) : '';
    if (inline) return inline;
    const attributes = ASKED.map((name) => element.getAttribute(name));
    const key = JSON.stringify([property, element.tagName, element.parentElement?.tagName, attributes]);
    const value = known.get(key) ?? String(Reflect.get(askJsdom(element), property));
    known.set(key, value);
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
    const tell = (property: string): string | undefined => {
      if (OWN.has(property)) return own(element, property);
      return kebab(property) in INHERITED ? inherited(element, kebab(property)) : undefined;
    };
    let whole: CSSStyleDeclaration | undefined;
    return new Proxy(Object.create(view.CSSStyleDeclaration.prototype), {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (property: string) => tell(property) ?? askJsdom(element).getPropertyValue(property);
        const told = typeof name === 'string' ? tell(name) : undefined;
        if (told !== undefined) return told;
        whole ??= askJsdom(element);
        const value = Reflect.get(whole, name);
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  };
  // Vitest's global object is not the document's own window, and libraries ask the latter.
  for (const target of [globalThis, view]) target.getComputedStyle = quickly;
}
