type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Sets attributes; false and undefined remove them. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, `${value}`);
  }
}

/** Creates an HTML element. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Creates an SVG element. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Changes a text only if it differs, so that screen readers and the selection are not disturbed. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const rendered = new WeakMap<Element, Map<string, Element>>();

/**
 * Makes the children of an element follow a list. Elements are kept by their key, and with them the focus.
 *
 * @param update also called for new elements
 */
export function syncChildren<T, E extends Element>(
  parent: Element,
  items: readonly T[],
  keyOf: (item: T) => string,
  create: (item: T) => E,
  update: (element: E, item: T) => void,
): void {
  const known = (rendered.get(parent) ?? new Map()) as Map<string, E>;
  const next = new Map<string, E>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const element = known.get(key) ?? create(item);
    next.set(key, element);
    update(element, item);
    const there = parent.children[index] ?? null;
    if (there !== element) parent.insertBefore(element, there);
  }
  for (const [key, element] of known) if (next.get(key) !== element) element.remove();
  rendered.set(parent, next);
}
