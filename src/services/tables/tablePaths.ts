export interface ByRef {
  ref: string;
}
export interface ById extends ByRef {
  /** The table's oid. */
  id: number;
}

export const tablesPath = ({ ref }: ByRef): string => `/projects/${encodeURIComponent(ref)}/tables`;
export const tablePath = ({ id, ref }: ById): string => `${tablesPath({ ref })}/${id}`;

/** Longer than the server's own limit, so that its answer comes. */
export const commitTimeoutMs = 75_000;
