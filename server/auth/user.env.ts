import type { HttpEnv } from '../http/http.env.ts';
import type { AuthenticatedUser } from './authenticate.ts';

/** Variables of the platform API's handlers, in addition to the application's. */
export interface UserEnv extends HttpEnv {
  Variables: HttpEnv['Variables'] & {
    /** Set by `bearer`, so present in every handler behind it. */
    user: AuthenticatedUser;
    /** Throws once the session has ended, for responses that outlive the first check. */
    requireSession: () => Promise<AuthenticatedUser>;
    /** Set by `knownBearer` if there is a live session. */
    knownUser?: AuthenticatedUser;
  };
}
