import * as v from 'valibot';

const fieldsSchema = v.record(v.string(), v.string());

/** What the platform API answers with every status of 400 and above. */
export const apiErrorBodySchema = v.object({
  /** A stable word for programs, as `project_not_found`. */
  code: v.string(),
  message: v.string(),
  description: v.optional(v.string()),
  /** What is wrong with the request, by its field. */
  fields: v.optional(fieldsSchema),
  request_id: v.string(),
});
export type ApiErrorBody = v.InferOutput<typeof apiErrorBodySchema>;

/** An error as the dashboard shows it (specification, section 3, "Error object"): plain data, so that it can live in a chart's context. */
export interface Failure {
  /** HTTP status, 500 for a network failure (specification, section 8), or a word for failures without a status. */
  code: number | string;
  message: string;
  description?: string;
  requestId?: string;
  /** What the server found wrong, by the field of the request. */
  fields?: Readonly<Record<string, string>>;
}

/** What a chart keeps of whatever a service threw: an `Error` with the properties of a `Failure`, or anything at all. */
export function failureOf(error: unknown): Failure {
  const thrown = Object(error) as Partial<Record<keyof Failure, unknown>>;
  const { code, message, description, requestId, fields } = thrown;
  return {
    code: typeof code === 'number' || typeof code === 'string' ? code : 'unexpected',
    message: typeof message === 'string' && message !== '' ? message : String(error),
    ...(typeof description === 'string' && { description }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(v.is(fieldsSchema, fields) && { fields }),
  };
}
