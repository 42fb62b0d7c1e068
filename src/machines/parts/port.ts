import type { ResourceData, ResourceName, ResourceMessage, ResourceRef } from '../../contract/cache/resources.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import type { Toast } from '../../contract/common/toast.ts';

/** What a flow may ask of the application around it. */
export type AppCommand =
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  | { type: 'toast.requested'; toast: Toast }
  /** Every cached resource whose name is listed (and, with `params`, whose parameters contain these) is read again when next seen, at once if watched. */
  | { type: 'resource.invalidated'; names: readonly ResourceRef['name'][]; params?: ResourceRef['params'] }
  /** A newer value is known without asking, as a status after an accepted command. */
  | { type: 'resource.overwritten'; ref: ResourceRef; data: unknown }
  /** A cached list gains an entry that was just created, so that nothing that reads the list doubts it. */
  | { type: 'resource.appended'; ref: ResourceRef; entry: unknown }
  /** In every cached resource of these names: the object, or each of a list's objects, that has the properties of `where` gets those of `patch`. */
  | {
      type: 'resource.patched';
      names: readonly ResourceRef['name'][];
      where: Readonly<Record<string, unknown>>;
      patch: Readonly<Record<string, unknown>>;
    }
  /** Something was changed at the server, which other tabs of this browser have to read again. What is shown in this one is not touched. */
  | ({ type: 'resource.changed' } & ResourceMessage)
  /** Something was done that telemetry tells of, where it may. */
  | { type: 'event.recorded'; action: string; properties?: Readonly<Record<string, string | number | boolean>> }
  /** The user has decided about telemetry. */
  | { type: 'choice.made'; choice: boolean }
  /** A credential was refused: the session decides what that means. */
  | { type: 'session.refused'; failure: Failure };

/** The narrow way up that a flow gets in its input; a test gives `{ send: (command) => commands.push(command) }`. */
export interface AppPort {
  send(command: AppCommand): void;
}

/**
 * The way up to the root. A flow speaks in its actions, while it is still changing itself; what it says is passed on as
 * soon as it has changed, so that whoever hears it and asks back finds it so.
 */
export const portTo = (root: AppPort): AppPort => ({ send: (command) => queueMicrotask(() => root.send(command)) });

/** What the cache holds of a resource: nothing yet, a value, a failure, or an old value with the failure of its refresh. */
export interface ResourceView<Name extends ResourceName = ResourceName> {
  data: ResourceData<Name> | undefined;
  failure: Failure | null;
  /** Being read, so that `data` may be about to change. */
  refreshing: boolean;
}

/** The narrow way for a flow that must decide on data to the cache that every view reads too, so that nothing is asked twice. */
export interface ResourcePort {
  /** Calls back at once with what is held, and at every change until the returned function is called. */
  watch<Name extends ResourceName>(ref: ResourceRef<Name>, seen: (view: ResourceView<Name>) => void): () => void;
}
