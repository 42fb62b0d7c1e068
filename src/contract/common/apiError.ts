import * as v from 'valibot';

const fieldsSchema = v.record(v.string(), v.string());

/** Body of every platform API response with a status of 400 and above. */
export const apiErrorBodySchema = v.object({
  /** A stable code for programs, as `project_not_found`. */
  code: v.string(),
  message: v.string(),
  description: v.optional(v.string()),
  /** Validation errors by field of the request. */
  fields: v.optional(fieldsSchema),
  request_id: v.string(),
});
export type ApiErrorBody = v.InferOutput<typeof apiErrorBodySchema>;

/**
 * An error as the dashboard shows it (specification, section 3, "Error object"): plain data, so that a chart's context
 * can hold it.
 */
export interface Failure {
  /** HTTP status, 500 for a network failure (specification, section 8), or a code for failures without a status. */
  code: number | string;
  message: string;
  /** The server's stable code, such as `project_not_found`. */
  reason?: string;
  description?: string;
  requestId?: string;
  /** Address of what the guides say about it. */
  guide?: string;
  /** There was no response: the code is not the server's. */
  unanswered?: true;
  /** The server's validation errors, by field of the request. */
  fields?: Readonly<Record<string, string>>;
}

/** What Chromium, Firefox, Safari and the bundler say where a file of the app does not load. */
const isMissingCode = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

const wordsOf = (message: string): string =>
  isMissingCode.test(message)
    ? 'A part of the app did not load. Check your connection, then try again. If the server was updated, reload the page.'
    : message;

/** Turns anything that a service threw into a `Failure`. */
export function failureOf(error: unknown): Failure {
  const thrown = Object(error) as Partial<Record<keyof Failure, unknown>>;
  const { code, message, unanswered, fields } = thrown;
  const texts = (['reason', 'description', 'requestId', 'guide'] as const).map((name) => [name, thrown[name]] as const);
  return {
    code: typeof code === 'number' || typeof code === 'string' ? code : 'unexpected',
    message: wordsOf(typeof message === 'string' && message !== '' ? message : String(error)),
    ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')),
    ...(unanswered === true && { unanswered }),
    ...(v.is(fieldsSchema, fields) && { fields }),
  };
}
