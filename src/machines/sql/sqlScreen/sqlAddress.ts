/** Opens the query that was open last, or a new one. */
export const sqlAddress = (ref: string): string => `/project/${encodeURIComponent(ref)}/sql`;

export const snippetAddress = (ref: string, id: string): string => `${sqlAddress(ref)}/${encodeURIComponent(id)}`;
