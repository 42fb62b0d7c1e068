/** Nothing that takes keys has the focus: it was on what has gone, is on the content as a whole, or on the link that led here. */
export function isFocusIdle(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches('main, a[href]');
}
