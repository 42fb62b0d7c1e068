import type { Failure } from '../../contract/apiError.ts';
import type { ResourceRef } from '../../contract/resources.ts';

export interface Toast {
  tone: 'success' | 'danger' | 'warning' | 'neutral';
  title: string;
  description?: string;
  requestId?: string;
}

/** What a flow may ask of the application around it. */
export type AppCommand =
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  | { type: 'toast.requested'; toast: Toast }
  /** Every cached resource whose name is listed (and, with `params`, whose parameters contain these) is read again when next seen, at once if watched. */
  | { type: 'resource.invalidated'; names: readonly ResourceRef['name'][]; params?: ResourceRef['params'] }
  /** A newer value is known without asking, as a status after an accepted command. */
  | { type: 'resource.overwritten'; ref: ResourceRef; data: unknown }
  /** A credential was refused: the session decides what that means. */
  | { type: 'session.refused'; failure: Failure };

/** The narrow way up that a flow gets in its input; a test gives `{ send: (command) => commands.push(command) }`. */
export interface AppPort {
  send(command: AppCommand): void;
}
