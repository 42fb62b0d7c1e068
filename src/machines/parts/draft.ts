import { shellTiming } from '../../contract/shell/shellTiming.ts';
import { unprovided } from './unprovided.ts';

/**
 * The services of a form that survives a reload. `Key` tells several drafts apart, such as one for each organization.
 */
export const draftActors = <Draft, Key extends object | undefined = undefined>() => ({
  loadDraft: unprovided<Draft | null, Key>('loadDraft'),
  keepDraft: unprovided<void, { draft: Draft } & (Key extends object ? Key : unknown)>('keepDraft'),
  deleteDraft: unprovided<void, Key>('deleteDraft'),
});

export const draftDelays = { keeping: shellTiming.addressMirrorMs };

const loading = <Draft, const Target extends string>(target: Target) =>
  ({
    id: 'draft',
    src: 'loadDraft',
    onDone: {
      target,
      actions: {
        type: 'takeDraft',
        params: ({ event }: { event: { output: Draft | null } }) => ({ draft: event.output }),
      },
    },
    onError: { target, description: 'Without a draft, the form starts empty.' },
  }) as const;

/** The initial state of a form. The machine's action `takeDraft` fills in the stored draft. */
export const loadDraft = <Draft>() => ({
  to: <const Target extends string>(target: Target) => ({ invoke: loading<Draft, Target>(target) }) as const,
  /** For one of several drafts. */
  by: <Context, Key extends object>(keyOf: (context: Context) => Key) => ({
    to: <const Target extends string>(target: Target) =>
      ({
        invoke: {
          ...loading<Draft, Target>(target),
          input: ({ context }: { context: Context }) => keyOf(context),
        },
      }) as const,
  }),
});

/** Stores the draft as it is. */
const keeping = <Context, Draft, Key, const Id extends string>(
  id: Id,
  draftOf: (context: Context) => Draft,
  keyOf?: (context: Context) => Key,
) =>
  ({
    id,
    src: 'keepDraft',
    input: ({ context }: { context: Context }) =>
      ({ ...keyOf?.(context), draft: draftOf(context) }) as Key & { draft: Draft },
  }) as const;

/**
 * The substates of editing: every change leads to `unsaved`, with `reenter`, and a pause in typing stores the draft.
 */
export const draftStates = <Context, Draft, Key = unknown>(
  draftOf: (context: Context) => Draft,
  keyOf?: (context: Context) => Key,
) =>
  ({
    saved: {},
    unsaved: { after: { keeping: { target: 'keeping' } } },
    keeping: {
      invoke: {
        ...keeping('keeping', draftOf, keyOf),
        onDone: { target: 'saved' },
        onError: {
          target: 'saved',
          description: 'If the browser refuses to store it, only a reload loses the draft.',
        },
      },
    },
  }) as const;

/** For a form that may be left at any moment: every change leads to `keeping`, with `reenter`. */
export const keptAtOnce = <Context, Draft, Key = unknown>(
  draftOf: (context: Context) => Draft,
  keyOf?: (context: Context) => Key,
) => {
  const { saved, keeping: storing } = draftStates(draftOf, keyOf);
  return { saved, keeping: storing } as const;
};

/**
 * A state that deletes the draft. The next one follows also where the browser refuses; `otherwise` says what that
 * means.
 */
export const forgetDraft = <Context, Key, const Id extends string>(id: Id, keyOf: (context: Context) => Key) => ({
  to: <const Target extends string>(target: Target, otherwise: string) =>
    ({
      tags: 'busy',
      invoke: {
        id,
        src: 'deleteDraft',
        input: ({ context }: { context: Context }) => keyOf(context),
        onDone: { target },
        onError: { target, description: otherwise },
      },
    }) as const,
});

/**
 * A state that stores the draft. The next one follows also where the browser refuses; `otherwise` says what that means.
 */
export const storeDraft = <Context, Draft, Key, const Id extends string>(
  id: Id,
  draftOf: (context: Context) => Draft,
  keyOf?: (context: Context) => Key,
) => ({
  to: <const Target extends string>(target: Target, otherwise: string) =>
    ({
      tags: 'busy',
      invoke: {
        ...keeping(id, draftOf, keyOf),
        onDone: { target },
        onError: { target, description: otherwise },
      },
    }) as const,
});

/** The user closes a form that its parent shows. */
export type FormLeft = { type: 'form.left' };

/** The transition for `form.left`: what was typed just before is stored, too. */
export const leaveForm = { target: 'leaving' } as const;

/** The states after `form.left`. The machine's action `reportLeaving` has its parent close the form. */
export const leavingStates = <Context, Draft, Key = unknown>(
  draftOf: (context: Context) => Draft,
  keyOf?: (context: Context) => Key,
) =>
  ({
    leaving: storeDraft('leaving', draftOf, keyOf).to('left', 'The browser refuses to store it.'),
    left: { tags: 'busy', entry: 'reportLeaving', description: 'The page closes the form.' },
  }) as const;
