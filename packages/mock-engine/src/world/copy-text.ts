/**
 * Puts a text on the clipboard, also without HTTPS, where browsers have no clipboard API. Call it in a click: Safari allows
 * a text that is made later only if the promise is passed here.
 *
 * @throws Error if the browser denies it, or the promise's own
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard && typeof text !== 'string' && typeof ClipboardItem === 'function') {
    const blob = text.then((made) => new Blob([made], { type: 'text/plain' }));
    // A browser that denies the clipboard never reads it.
    blob.catch(() => undefined);
    return clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  }
  const made = await text;
  if (clipboard) return clipboard.writeText(made);
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', made);
    event.preventDefault();
  };
  document.addEventListener('copy', write, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', write);
  if (!isCopied) throw new Error('The browser denied access to the clipboard.');
}
