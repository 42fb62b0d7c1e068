/** The query parameter that opens a project's home with its Connect dialog. */
export const connectQuery = { connect: 'app' } as const;
