// Separate from the schema: every page can delete the drafts, but few read one.

/** Name of the IndexedDB database for drafts. */
export const draftDatabase = 'basechart';
