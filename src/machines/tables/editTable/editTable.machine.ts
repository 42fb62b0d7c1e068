import { assign, sendTo } from 'xstate';
import {
  shapeSchema,
  shapeSteps,
  type ChangeShape,
  type Shape,
  type StoredShape,
} from '../../../contract/tables/shape.ts';
import { shapeLosses } from '../../../contract/tables/shapeLosses.ts';
import type { ConfirmEvent } from '../../parts/confirm.ts';
import { draftActors, draftDelays, draftStates, loadDraft, storeDraft } from '../../parts/draft.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, incomplete, keepChange, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { shapeSuggestionsMachine } from '../shapeSuggestions/shapeSuggestions.machine.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

/** The table has been altered. */
export interface TableAltered {
  type: 'table.altered';
}

export interface EditTableInput extends TableRef {
  /** The list that the table belongs to. */
  parent: Port<TableAltered>;
}

/** What was typed, and for which version of the table. */
export interface ShapeDraft {
  version: string;
  shape: Shape;
}

interface EditTableContext extends FormContext<Shape>, EditTableInput {
  /** Null until it is read. */
  stored: StoredShape | null;
}

type EditTableEvent = FormEvent<Shape> | ConfirmEvent | { type: 'shape.reloaded' };

const form = formOf({ schema: shapeSchema, request: ({ values }: EditTableContext): Shape => values });

const noShape: Shape = { name: '', comment: '', rowSecurity: true, columns: [], constraints: [] };

const draftOf = ({ values, stored }: EditTableContext): ShapeDraft => ({
  version: stored?.version ?? '',
  shape: values,
});
const keyOf = ({ ref, id }: EditTableContext): TableRef => ({ ref, id });

export const editTableMachine = flowSetup({
  types: {
    input: {} as EditTableInput,
    context: {} as EditTableContext,
    events: {} as EditTableEvent,
    children: {} as { suggestions: 'shapeSuggestions' },
    tags: {} as 'busy',
  },
  actors: {
    ...draftActors<ShapeDraft, TableRef>(),
    shapeSuggestions: shapeSuggestionsMachine,
    readShape: unprovided<StoredShape, TableRef>('readShape'),
    changeShape: unprovided<StoredShape, TableRef & ChangeShape>('changeShape'),
  },
  delays: draftDelays,
  guards: {
    hasChanges: ({ context }) =>
      context.stored !== null && form.isComplete({ context }) && shapeSteps(context.stored, context.values).length > 0,
    hasLosses: ({ context }) =>
      context.stored !== null && form.isComplete({ context }) && shapeLosses(context.stored, context.values).length > 0,
  },
  actions: {
    ...form.actions<EditTableEvent>(),
    keepShape: assign((_, { stored }: { stored: StoredShape }) => ({ stored, values: stored.shape })),
    takeDraft: assign(({ context }, { draft }: { draft: ShapeDraft | null }) =>
      // What was typed for another version of the table is about columns that may not be there.
      draft === null || draft.version !== context.stored?.version ? {} : { values: draft.shape },
    ),
    reportChange: sendTo(({ context }) => context.parent, { type: 'table.altered' }),
  },
}).createMachine({
  id: 'editTable',
  description:
    'Alters a table: the form shows the statements, their locks and what they cost, and all run in one transaction. What was typed survives a reload.',
  context: ({ input }) => ({ ...input, stored: null, values: noShape, fieldErrors: {}, failure: null }),
  invoke: {
    id: 'suggestions',
    src: 'shapeSuggestions',
    input: ({ context: { ref } }) => ({ ref }),
    onError: cannotFail.chart,
  },
  initial: 'reading',
  states: {
    reading: {
      entry: 'clearFailure',
      invoke: {
        id: 'shape',
        src: 'readShape',
        input: ({ context }) => keyOf(context),
        onDone: {
          target: 'loadingDraft',
          actions: { type: 'keepShape', params: ({ event }) => ({ stored: event.output }) },
        },
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'shape.reloaded': { target: 'reading' } } },
    loadingDraft: loadDraft<ShapeDraft>().by(keyOf).to('editing'),
    editing: {
      initial: 'saved',
      on: {
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': [
          {
            guard: 'hasLosses',
            target: 'confirming',
            actions: 'clearFailure',
            description: 'Some stored data is lost, which cannot be undone.',
          },
          {
            guard: 'hasChanges',
            target: 'altering',
            actions: 'clearFailure',
            description: 'The form is valid, and something is to be altered.',
          },
          incomplete,
        ],
        'shape.reloaded': {
          target: 'storingDraft',
          description: 'Someone else altered the table. The form starts again with its current columns.',
        },
      },
      states: draftStates(draftOf, keyOf),
    },
    storingDraft: storeDraft('storing', draftOf, keyOf).to('reading', 'What was typed just before is not kept.'),
    confirming: {
      on: {
        'action.confirmed': { target: 'altering' },
        'action.cancelled': { target: 'editing.unsaved', description: 'What was typed stays.' },
      },
    },
    altering: {
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'changeShape',
        input: ({ context }) => ({
          ...keyOf(context),
          version: context.stored?.version ?? '',
          shape: context.values,
        }),
        onDone: { target: 'forgetting', actions: 'reportChange' },
        onError: onFailure('editing.unsaved', 'Nothing was altered. The typed values stay.'),
      },
    },
    forgetting: {
      tags: 'busy',
      description: 'The list closes the form.',
      invoke: {
        id: 'draft',
        src: 'deleteDraft',
        input: ({ context }) => keyOf(context),
        onError: { description: 'The draft is of a version that is gone, and so is never taken.' },
      },
    },
  },
});
