/** A fact about an element that is not seen: for a screen reader its description, for others its tip. */
export const described = (fact: string | null | undefined): object =>
  fact == null ? {} : { 'aria-description': fact, 'data-tip': '' };
