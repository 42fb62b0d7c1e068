import type { ProjectUserFactor, ProjectUserSession, UserEmail } from '../../../contract/auth/projectUser.ts';

/** What a developer can do to a user after a confirmation. */
export type UserAction =
  | { kind: 'email'; email: UserEmail }
  | { kind: 'confirmation' }
  | { kind: 'ban'; banned: boolean }
  | { kind: 'factor'; factor: ProjectUserFactor }
  | { kind: 'session'; session: ProjectUserSession }
  | { kind: 'sessions' }
  | { kind: 'deletion' };

/** What the toast says afterwards. */
export function outcomeOf(action: UserAction): string {
  switch (action.kind) {
    case 'email':
      return 'Email sent';
    case 'confirmation':
      return 'Email address confirmed';
    case 'ban':
      return action.banned ? 'User banned' : 'Ban lifted';
    case 'factor':
      return 'Second factor removed';
    case 'session':
      return 'Session ended';
    case 'sessions':
      return 'User signed out everywhere';
    case 'deletion':
      return 'User deleted';
  }
}
