/** Downloads a file under the given name. */
export function offerDownload(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob at an unknown time; a minute is long enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
