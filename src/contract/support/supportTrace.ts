// Separate from the form's schema: every page keeps a trace, but few open the form.

/** Maximum characters of a trace; the page drops the oldest events of a longer one. */
export const supportTraceMax = 400_000;
