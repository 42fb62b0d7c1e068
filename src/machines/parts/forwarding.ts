import { sendTo, type AnyActorRef, type EventObject, type MachineContext } from 'xstate';

/** Who hears an event: a row of a table. */
export interface Forwarding<Child extends string> {
  /** The children that get the event as it is. */
  to: readonly Child[];
  why: string;
}

/** Sends the event on to children as it is. */
export const passTo = <Context extends MachineContext, Event extends EventObject>(children: readonly string[]) =>
  children.map((child) =>
    sendTo<Context, Event, undefined, AnyActorRef, Event>(child, ({ event }: { event: Event }) => event),
  );

/** The transitions of a table. */
export const forwardingTransitions = <Context extends MachineContext, Event extends EventObject, Type extends string>(
  table: Readonly<Record<Type, Forwarding<string>>>,
) =>
  Object.fromEntries(
    Object.entries<Forwarding<string>>(table).map(([type, { to, why }]) => [
      type,
      { actions: passTo<Context, Event>(to), description: why },
    ]),
  ) as Record<Type, { actions: ReturnType<typeof passTo<Context, Event>>; description: string }>;
