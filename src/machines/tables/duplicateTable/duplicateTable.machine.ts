import { sendTo } from 'xstate';
import type { TableCreated } from '../../../contract/tables/newTable.ts';
import { duplicateSchema, type Duplicate } from '../../../contract/tables/shape.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';
import type { TableMade } from '../newTable/newTable.machine.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

export interface DuplicateTableInput extends TableRef {
  /** Name of the table that is copied. */
  name: string;
  /** The list that the copy belongs to. */
  parent: Port<TableMade>;
}

interface DuplicateTableContext extends FormContext<Duplicate>, DuplicateTableInput {}

type DuplicateTableEvent = FormEvent<Duplicate>;

const form = formOf({ schema: duplicateSchema, request: ({ values }: DuplicateTableContext): Duplicate => values });

export const duplicateTableMachine = flowSetup({
  types: {
    input: {} as DuplicateTableInput,
    context: {} as DuplicateTableContext,
    events: {} as DuplicateTableEvent,
    tags: {} as 'busy',
  },
  actors: { duplicateTable: unprovided<TableCreated, TableRef & { copy: Duplicate }>('duplicateTable') },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<DuplicateTableEvent>(),
    reportCreation: sendTo(
      ({ context }) => context.parent,
      (_, { id }: TableCreated) => ({ type: 'table.created' as const, id }),
    ),
  },
}).createMachine({
  id: 'duplicateTable',
  description: 'Copies a table with its columns, and with its rows where the user wants them.',
  context: ({ input }) => ({
    ...input,
    values: { name: `${input.name}_copy`, rows: true },
    fieldErrors: {},
    failure: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: { 'field.changed': { actions: keepChange }, 'form.submitted': submitTo('copying') },
    },
    copying: {
      tags: 'busy',
      invoke: {
        id: 'copy',
        src: 'duplicateTable',
        input: ({ context: { ref, id, values } }) => ({ ref, id, copy: values }),
        onDone: { target: 'copied', actions: { type: 'reportCreation', params: ({ event }) => event.output } },
        onError: onFailure('editing', 'Nothing was copied. The typed values stay.'),
      },
    },
    copied: { tags: 'busy', description: 'The list closes the form.' },
  },
});
