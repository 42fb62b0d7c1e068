/** Offers a file as a download. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the blob once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
