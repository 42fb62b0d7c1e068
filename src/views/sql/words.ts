import type { Failure } from '../../contract/common/apiError.ts';

/** Why the server refused a query. Its message begins with the name of the request's field, which users do not know. */
export const refusalText = ({ fields, message }: Failure): string => fields?.['sql'] ?? message;
