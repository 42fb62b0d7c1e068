/** What a header does to the sort by its column: up, then down, then none. */
export const nextSort = (sort: { descending: boolean } | null | undefined): { descending: boolean } | null =>
  sort?.descending === true ? null : { descending: sort != null };
