/** HTML's labelable elements. */
const fields = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
].map(({ prototype }) => prototype);

type Labels = readonly HTMLLabelElement[] | NodeListOf<HTMLLabelElement> | null;

const own = new Map<object, (() => Labels) | undefined>(
  fields.map((prototype) => [prototype, Object.getOwnPropertyDescriptor(prototype, 'labels')?.get]),
);

/** jsdom's own, slow implementation. */
export const askJsdomForLabels = (field: Element): Labels =>
  own.get(Object.getPrototypeOf(field))?.call(field) ?? null;

/** A label without `for` is around its field. */
const mayBelong = (label: HTMLLabelElement, field: Element): boolean =>
  label.hasAttribute('for') ? label.htmlFor === field.id : label.contains(field);

/**
 * Finds a field's labels among the labels of the page. jsdom visits every node of the page for each field, and again for
 * each label that it meets, and finding a button by name asks every button.
 */
export function findLabelsQuickly(): void {
  function labels(this: HTMLElement): Labels {
    const root = this.getRootNode();
    if (root !== document || this.matches('input[type=hidden]')) return askJsdomForLabels(this);
    const all = [...document.getElementsByTagName('label')];
    return all.filter((label) => mayBelong(label, this) && label.control === this);
  }
  for (const prototype of fields)
    Object.defineProperty(prototype, 'labels', { configurable: true, get: labels });
}
