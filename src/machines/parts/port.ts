import type { ActorRef, EventObject, Snapshot } from 'xstate';
import type {
  OneResourceRef,
  ResourceData,
  ResourceName,
  ResourceRef,
  ResourceScope,
} from '../../contract/cache/resources.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import type { Toast } from '../../contract/common/toast.ts';

/** Commands that a flow sends to the application. */
export type AppCommand =
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  | { type: 'toast.requested'; toast: Toast }
  /**
   * Invalidates cached resources: observed ones are read immediately, others when they are next observed.
   * `resourceCommands.ts` makes the commands for resources.
   */
  | ({ type: 'resource.invalidated' } & ResourceScope)
  /** A newer value is known without a request, such as a status after an accepted command. */
  | { type: 'resource.overwritten'; ref: OneResourceRef; data: unknown }
  /** Adds an entry that was just created to a cached list, so that readers of the list find it. */
  | { type: 'resource.appended'; ref: OneResourceRef; entry: unknown }
  /**
   * In every cached resource of these names, patches the object, or each object of a list, whose properties match
   * `where`.
   */
  | {
      type: 'resource.patched';
      names: readonly ResourceName[];
      where: Readonly<Record<string, unknown>>;
      patch: Readonly<Record<string, unknown>>;
      /** The patch was itself read, so a pending response is no older, and is not asked for again. */
      keepsPending?: boolean;
    }
  /**
   * Data on the server has changed: these resources are invalidated, here and in the other tabs of this browser.
   * `onlyElsewhere` when another command has updated this tab.
   */
  | ({ type: 'resource.changed'; onlyElsewhere?: boolean } & ResourceScope)
  /** An event for telemetry, sent if the user consents. */
  | { type: 'event.recorded'; action: string; properties?: Readonly<Record<string, string | number | boolean>> }
  /** The user has decided about telemetry. */
  | { type: 'choice.made'; choice: boolean }
  /** The server refused a token; the session decides what follows. */
  | { type: 'session.refused'; failure: Failure };

/**
 * A flow's reference to the actor that takes its messages, used as `sendTo(({ context }) => context.port, …)`. XState
 * delivers a message after the sender's own state has changed. Calling `send` in an action would deliver it too early.
 */
export type Port<Message extends EventObject> = ActorRef<Snapshot<unknown>, Message>;

/** The application's port, as a flow gets it in its input. */
export type AppPort = Port<AppCommand>;

/** The cached state of a resource: nothing yet, a value, a failure, or an old value with the failure of its refresh. */
export interface ResourceView<Name extends ResourceName = ResourceName> {
  data: ResourceData<Name> | undefined;
  failure: Failure | null;
  /** A read is running, so `data` may be about to change. */
  refreshing: boolean;
}

/** Lets a flow read the cache that all views use, so that nothing is fetched twice. */
export interface ResourcePort {
  /** Calls back immediately with the cached state, and at every change until the returned function is called. */
  watch<Name extends ResourceName>(ref: ResourceRef<Name>, seen: (view: ResourceView<Name>) => void): () => void;
}
