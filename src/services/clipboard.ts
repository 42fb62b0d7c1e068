/** Rejects where the browser refuses: the window lacks focus, or the page is not secure. */
export async function copyText({ text }: { text: string }): Promise<void> {
  await navigator.clipboard.writeText(text);
}
