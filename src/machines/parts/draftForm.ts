import { assign, type EventObject } from 'xstate';
import { draftActors, draftDelays, draftStates, forgetDraft, loadDraft } from './draft.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormOptions } from './form.ts';

/**
 * A form whose values survive a reload: what `formOf` and the part `draft` give, for a draft of all its values. `keyOf`
 * tells several drafts apart, such as one for each organization.
 */
export function draftFormOf<
  Context extends FormContext<object, string>,
  Request extends object,
  Key extends object | undefined = undefined,
>({ keyOf, ...options }: FormOptions<Context, Request> & { keyOf?: (context: Context) => Key }) {
  const given = (context: Context) => keyOf?.(context) as Key & object;
  type Values = Context['values'];
  const form = formOf(options);
  return {
    actors: draftActors<Values, Key>(),
    delays: draftDelays,
    guards: { isComplete: form.isComplete },
    actions: <Event extends EventObject>() => ({
      ...form.actions<Event>(),
      takeDraft: assign<Context, Event, { draft: Values | null }, Event, never>(
        ({ context }, { draft }) => ({ values: draft ?? context.values }) as Partial<Context>,
      ),
    }),
    /** The initial state: `loadDraft.to('editing')`. */
    loadDraft: loadDraft<Values>().by(given),
    /** The state of the form, without its events. */
    editing: { initial: 'saved', states: draftStates(({ values }: Context): Values => values, given) } as const,
    /** The events of that state. */
    submitTo: <const Target extends string>(target: Target) =>
      ({
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo(target),
      }) as const,
    /** The state after the request: `forgetDraft.to('sent', 'The next one begins with these values.')`. */
    forgetDraft: forgetDraft('forgetting', given),
  };
}
