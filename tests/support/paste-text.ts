import type { Page } from '@playwright/test';

/** Dispatches a paste event at the focus: cells of a sheet separated by tabs and line breaks. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      // Firefox takes the text from its own two members, which the others ignore.
      new ClipboardEvent('paste', {
        clipboardData: data,
        ...{ dataType: 'text/plain', data: pasted },
        bubbles: true,
        cancelable: true,
      }),
    );
  }, text);
