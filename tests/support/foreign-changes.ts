/*
 * What others do to a page, now and in what appears later. Each function runs in the page, so it refers to nothing outside
 * of itself.
 */

/** Replaces each text by elements, as the browser's translation does. */
export function translatePage(): void {
  const translate = (node: Node): void => {
    if (node instanceof Element) {
      if (!node.matches('font, script, style, textarea, title')) [...node.childNodes].forEach(translate);
      return;
    }
    const isText = node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '';
    if (!isText || node.parentElement?.closest('font, script, style, textarea, title') !== null) return;
    const translated = document.createElement('font');
    translated.append(document.createElement('font'));
    translated.firstElementChild?.append(node.nodeValue ?? '');
    node.parentNode?.replaceChild(translated, node);
  };
  const start = () => {
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(translate);
    }).observe(document.body, { subtree: true, childList: true });
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
}

/** Puts elements around, before and after each text field, and at the end of the body, as extensions do. */
export function insertBesideFields(): MutationObserver {
  const insertBeside = (field: Element): void => {
    // Moving a field would take the focus from it.
    if (field.closest('foreign-wrapper') !== null || field === document.activeElement) return;
    const wrapper = document.createElement('foreign-wrapper');
    field.replaceWith(wrapper);
    wrapper.append(field);
    wrapper.before(document.createElement('foreign-icon'));
    wrapper.after(document.createElement('foreign-icon'));
  };
  const insertIn = (element: ParentNode): void => {
    element
      .querySelectorAll('textarea, input:not([type=checkbox], [type=file], [aria-hidden])')
      .forEach(insertBeside);
  };
  document.body.dataset.foreign = '';
  document.body.append(document.createElement('foreign-menu'));
  insertIn(document.body);
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) insertIn(document.body);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  return observer;
}
