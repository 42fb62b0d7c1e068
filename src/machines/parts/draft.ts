import { timing } from '../../contract/common/timing.ts';
import { unprovided } from './unprovided.ts';

/** The services of a form that survives a reload. */
export const draftActors = <Draft>() => ({
  loadDraft: unprovided<Draft | null>('loadDraft'),
  keepDraft: unprovided<void, { draft: Draft }>('keepDraft'),
  deleteDraft: unprovided<void>('deleteDraft'),
});

export const draftDelays = { keeping: timing.addressMirrorMs };

/** The initial state of a form. The machine's action `takeDraft` fills in the stored draft. */
export const loadDraft = <Draft>() => ({
  to: <const Target extends string>(target: Target) =>
    ({
      invoke: {
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
      },
    }) as const,
});

/** The substates of editing: every change leads to `unsaved`, with `reenter`, and a pause in typing stores the draft. */
export const draftStates = <Context, Draft>(draftOf: (context: Context) => Draft) =>
  ({
    saved: {},
    unsaved: { after: { keeping: { target: 'keeping' } } },
    keeping: {
      invoke: {
        id: 'keeping',
        src: 'keepDraft',
        input: ({ context }: { context: Context }) => ({ draft: draftOf(context) }),
        onDone: { target: 'saved' },
        onError: {
          target: 'saved',
          description: 'If the browser refuses to store it, only a reload loses the draft.',
        },
      },
    },
  }) as const;
