/** What the SQL editor asks about an error. Without a model, the docs are searched for the error instead. */
export const errorQuestion = 'Explain this error, and how to fix it.';
