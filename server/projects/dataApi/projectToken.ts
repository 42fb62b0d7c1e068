import { errors, jwtVerify, type JWTPayload } from 'jose';
import { ApiError } from '../../http/errors.ts';

/** Claims of a project's key or token. */
export type ProjectClaims = JWTPayload & { role: string };

/** Roles that a key or a token may use; no other database role is allowed. */
const roles = ['anon', 'authenticated', 'service_role'];

const refuse = (message: string) => new ApiError(401, 'invalid_key', message);

export const missingKey = () => refuse('Send an API key of the project in the header "apikey".');
export const foreignKey = () =>
  refuse('Invalid API key: it does not belong to this project, or it is no longer valid.');

/** The claims of a token that the project's secret signed; others are refused. */
export async function verifyProjectToken(token: string, secret: string): Promise<ProjectClaims> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    const { role } = payload;
    if (typeof role !== 'string' || !roles.includes(role)) throw refuse('Invalid API key: unknown role.');
    return { ...payload, role };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw foreignKey();
    throw error;
  }
}
