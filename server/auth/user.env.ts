import type { HttpEnv } from '../http/http.env.ts';
import type { AuthenticatedUser } from './authenticate.ts';

/** What handlers of the platform API find in their context beside what every handler finds. */
export interface UserEnv extends HttpEnv {
  Variables: HttpEnv['Variables'] & {
    /** Set by `bearer`, so present in every handler behind it. */
    user: AuthenticatedUser;
    /** Set by `knownBearer` where there is a live session. */
    knownUser?: AuthenticatedUser;
  };
}
