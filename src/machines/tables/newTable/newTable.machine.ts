import { assign, sendTo } from 'xstate';
import { firstColumns, newTableSchema, type NewTable, type TableCreated } from '../../../contract/tables/newTable.ts';
import { draftFormOf } from '../../parts/draftForm.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormContext, FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { shapeSuggestionsMachine } from '../shapeSuggestions/shapeSuggestions.machine.ts';

/** The table exists. */
export interface TableMade {
  type: 'table.created';
  id: number;
}

export interface NewTableInput {
  ref: string;
  /** The schema that the list shows. */
  schema: string;
  /** The list that the table belongs to. */
  parent: Port<TableMade>;
}

interface NewTableContext extends FormContext<NewTable>, Omit<NewTableInput, 'schema'> {}

type NewTableEvent = FormEvent<NewTable>;

const form = draftFormOf({ schema: newTableSchema, keyOf: ({ ref }: NewTableContext) => ({ ref }) });

export const newTableMachine = flowSetup({
  types: {
    input: {} as NewTableInput,
    context: {} as NewTableContext,
    events: {} as NewTableEvent,
    children: {} as { suggestions: 'shapeSuggestions' },
    tags: {} as 'busy',
  },
  actors: {
    ...form.actors,
    shapeSuggestions: shapeSuggestionsMachine,
    createTable: unprovided<TableCreated, { ref: string; table: NewTable }>('createTable'),
  },
  delays: form.delays,
  guards: form.guards,
  actions: {
    ...form.actions<NewTableEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: NewTable | null }) =>
      draft === null ? {} : { values: { ...draft, schema: context.values.schema } },
    ),
    reportCreation: sendTo(
      ({ context }) => context.parent,
      (_, { id }: TableCreated) => ({ type: 'table.created' as const, id }),
    ),
  },
}).createMachine({
  id: 'newTable',
  description: 'Creates a table with its columns, in one transaction. What was typed survives a reload.',
  context: ({ input: { schema, ...input } }) => ({
    ...input,
    values: { schema, name: '', comment: '', rowSecurity: true, columns: [...firstColumns], constraints: [] },
    fieldErrors: {},
    failure: null,
  }),
  invoke: {
    id: 'suggestions',
    src: 'shapeSuggestions',
    input: ({ context: { ref } }) => ({ ref }),
    onError: cannotFail.chart,
  },
  initial: 'loadingDraft',
  states: {
    loadingDraft: form.loadDraft.to('editing'),
    editing: { ...form.editing, on: form.submitTo('creating') },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'table',
        src: 'createTable',
        input: ({ context: { ref, values } }) => ({ ref, table: values }),
        onDone: {
          target: 'forgetting',
          actions: { type: 'reportCreation', params: ({ event }) => event.output },
        },
        onError: onFailure('editing.unsaved', 'The typed values stay, with what the database says.'),
      },
    },
    forgetting: {
      tags: 'busy',
      description: 'The list closes the form.',
      invoke: {
        id: 'draft',
        src: 'deleteDraft',
        input: ({ context: { ref } }) => ({ ref }),
        onError: { description: 'The next table then begins with these values.' },
      },
    },
  },
});
