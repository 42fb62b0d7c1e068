import {
  sendTo,
  type ActorRef,
  type AnyActorLogic,
  type AnyActorRef,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type MachineContext,
  type Snapshot,
} from 'xstate';

/** What a child's input is made of. */
interface Origin<Context, Event extends EventObject> {
  context: Context;
  /** The machine itself, as the child's port. */
  self: ActorRef<Snapshot<unknown>, Event>;
}

/** The events that the child accepts as they are. */
type Received<Event extends EventObject, Logic extends AnyActorLogic> = {
  [Type in Event['type']]: Extract<Event, { type: Type }> extends EventFromLogic<Logic> ? Type : never;
}[Event['type']];

/** A child of a machine: one row of its table. */
interface Child<Context, Event extends EventObject, Logic extends AnyActorLogic> {
  logic: Logic;
  /** Left out by a child that takes none. */
  input?: (origin: Origin<Context, Event>) => InputFrom<Logic>;
  /** The events that are forwarded to it as they are, and why. */
  receives?: { readonly [Type in Received<Event, Logic>]?: string };
}

/** Requires the input of a child that cannot do without. */
type Complete<Context, Event extends EventObject, Logic extends AnyActorLogic> =
  undefined extends InputFrom<Logic> ? unknown : Required<Pick<Child<Context, Event, Logic>, 'input'>>;

type Table<Context, Event extends EventObject, Logics extends Readonly<Record<string, AnyActorLogic>>> = {
  readonly [Id in keyof Logics]: Child<Context, Event, Logics[Id]> & Complete<Context, Event, Logics[Id]>;
};

/** Forwards the event to children as it is. */
const forwardTo = <Context extends MachineContext, Event extends EventObject>(ids: readonly string[]) =>
  ids.map((id) => sendTo<Context, Event, undefined, AnyActorRef, Event>(id, ({ event }: { event: Event }) => event));

/**
 * The children that a machine runs side by side, as a table: what the machine needs of them follows from the rows. They
 * start and receive events in the order of the table: list listeners before publishers.
 */
export const childTable =
  <Context extends MachineContext, Event extends EventObject>() =>
  <const Logics extends Readonly<Record<string, AnyActorLogic>>>(table: Table<Context, Event, Logics>) => {
    type ChildId = keyof Logics & string;
    const rows = Object.entries(table) as [ChildId, Child<Context, Event, AnyActorLogic>][];
    const receivers = (type: string) =>
      rows.flatMap(([id, { receives }]) => {
        const why = (receives as Readonly<Record<string, string>> | undefined)?.[type];
        return why === undefined ? [] : [{ id, why }];
      });
    /** The actions that forward an event of this type to the children that receive it. */
    const forward = (type: Event['type']) => forwardTo<Context, Event>(receivers(type).map(({ id }) => id));
    const types = [...new Set(rows.flatMap(([, { receives }]) => Object.keys(receives ?? {})))];
    return {
      /** For `setup`: the type of the children, by id. */
      children: {} as { [Id in keyof Logics]: Id },
      /** For `setup`: what `provide` replaces. */
      actors: Object.fromEntries(rows.map(([id, { logic }]) => [id, logic])) as { [Id in keyof Logics]: Logics[Id] },
      /** What becomes of each when it ends: `{ onError }`, and `{ onDone }` if it may. */
      invoke: <Ends extends object>(ends: Ends) =>
        rows.map(([id, { input }]) => ({ id, src: id, input, ...ends })) as ({
          [Id in keyof Logics]: {
            id: Id;
            src: Id;
            input: (origin: Origin<Context, Event>) => InputFrom<Logics[Id]>;
          };
        }[keyof Logics] &
          Ends)[],
      forward,
      /** The transitions of the machine that only forward an event. */
      forwarding: Object.fromEntries(
        types.map((type) => [
          type,
          {
            actions: forward(type),
            description: receivers(type)
              .map(({ why }) => why)
              .join(' '),
          },
        ]),
      ) as Partial<Record<Event['type'], { actions: ReturnType<typeof forward>; description: string }>>,
    };
  };
