import type { Failure } from '../../contract/common/apiError.ts';
import { errorGuide } from '../../contract/docs/errorGuide.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The server's errors by field, if it sends them. */
const fieldsIn = (fields: unknown): Failure['fields'] =>
  isObject(fields) && Object.values(fields).every((problem) => typeof problem === 'string')
    ? (fields as Record<string, string>)
    : undefined;

/** The error message of a body, in the order of the specification's section 8. */
function complaintOf(
  body: unknown,
  status: number,
): Pick<Failure, 'message' | 'description' | 'fields'> & { code?: Failure['code'] } {
  const otherwise = { message: `An error has occurred: ${status}` };
  if (!isObject(body)) return { message: text(body) ?? otherwise.message };

  const error = text(body['error']);
  if (error !== undefined) {
    const description = text(body['error_description']);
    return { message: error, ...(description !== undefined && { description }) };
  }
  const described = text(body['description']);
  const description = described === undefined ? {} : { description: described };
  const message = text(body['message']) ?? text(body['msg']);
  const fields = fieldsIn(body['fields']);
  if (message !== undefined) return { message, ...description, ...(fields && { fields }) };

  const inner = body['error'];
  if (isObject(inner) && text(inner['message']) !== undefined) {
    const { message: innerMessage, description: innerDescription, code } = inner;
    return {
      message: innerMessage as string,
      ...(text(innerDescription) !== undefined && { description: innerDescription as string }),
      ...((typeof code === 'number' || typeof code === 'string') && { code }),
    };
  }
  return otherwise;
}

/** Parsed JSON, or the text if it is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The failure of a response with status 400 or above (specification, section 8, "Dashboard API errors"). */
export function answeredFailure(status: number, body: string, requestId: string | null): Failure {
  const answer = parsed(body);
  const code = isObject(answer) ? text(answer['code']) : undefined;
  return {
    code: status,
    ...complaintOf(answer, status),
    ...(requestId !== null && { requestId }),
    ...(code !== undefined && { reason: code, guide: errorGuide(code) }),
  };
}

/** The failure of a request without a response. */
export const networkFailure = (message: string, requestId?: string): Failure => ({
  code: 500,
  message: `An error has occurred: ${message}`,
  unanswered: true,
  ...(requestId !== undefined && { requestId }),
});

/** The failure of any other error. */
export function thrownFailure(thrown: unknown, requestId: string): Failure {
  const message = isObject(thrown) ? text(thrown['message']) : undefined;
  return {
    code: 500,
    message: message ?? 'API error happened while trying to communicate with the server.',
    requestId,
  };
}
