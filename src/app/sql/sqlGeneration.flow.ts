import { fromCallback, fromPromise, type EventObject } from 'xstate';
import { sqlGenerationMachine } from '../../machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import { generateSql, keepGeneration, openGeneration, suggestName } from '../../services/sql/generateSql.ts';

export default sqlGenerationMachine.provide({
  actors: {
    openGeneration: fromPromise(({ input, signal }) => openGeneration(input, signal)),
    keepDraft: fromPromise(async ({ input }) => keepGeneration(input)),
    generateSql: fromCallback<EventObject, Parameters<typeof generateSql>[0]>(({ input, sendBack }) =>
      generateSql(input, sendBack),
    ),
    suggestName: fromPromise(({ input, signal }) => suggestName(input, signal)),
  },
});
