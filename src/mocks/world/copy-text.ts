/**
 * Puts a text on the clipboard, also without HTTPS, where browsers have no clipboard API. Call it in a click.
 *
 * @throws Error if the browser denies it
 */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', write, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', write);
  if (!isCopied) throw new Error('The browser denied access to the clipboard.');
}
