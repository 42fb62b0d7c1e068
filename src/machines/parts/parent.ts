import type { ActorRef, EventObject, Snapshot } from 'xstate';

/**
 * The way up as an actor, for `sendTo`: what is told is told once the teller's own state has changed, so that whoever
 * hears a fact and asks back finds it so. Calling `send` in an action tells it too early.
 */
export type Parent<Message extends EventObject> = ActorRef<Snapshot<unknown>, Message>;
