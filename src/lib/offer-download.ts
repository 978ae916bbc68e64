/** Hands a file to the browser, which saves it under the given name. */
export function offerDownload(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser takes the file on its own time; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
