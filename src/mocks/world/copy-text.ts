const asItem = (later: Promise<string>) => {
  const blob = later.then((text) => new Blob([text], { type: 'text/plain' }));
  // The caller has the error of `later` as well.
  blob.catch(() => undefined);
  return new ClipboardItem({ 'text/plain': blob });
};

/**
 * Puts a text on the clipboard, also without HTTPS, where browsers have no clipboard API. Call it in a click, also if the
 * text comes later: Safari denies it afterwards.
 *
 * @throws Error if the browser denies it
 */
export async function copyText(textOrLater: string | Promise<string>): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard && typeof textOrLater !== 'string' && 'ClipboardItem' in window)
    return clipboard.write([asItem(textOrLater)]);
  const text = await textOrLater;
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
