import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** An error in the form of OAuth, which clients of identity tokens know. */
export class OAuthError extends HTTPException {
  readonly error: string;

  constructor(error: string, description: string, options: ErrorOptions = {}) {
    super(400, { message: description, ...options });
    this.name = 'OAuthError';
    this.error = error;
  }
}

/** An error of the auth service, with the messages and codes that its clients know. */
export class AuthError extends HTTPException {
  readonly code: string;
  readonly weakPassword: readonly WeakPasswordReason[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    {
      weakPassword,
      retryAfter,
      ...options
    }: ErrorOptions & { weakPassword?: readonly WeakPasswordReason[]; retryAfter?: number } = {},
  ) {
    super(status, { message, ...options });
    this.name = 'AuthError';
    this.code = code;
    this.weakPassword = weakPassword;
    this.retryAfter = retryAfter;
  }
}
