import { fromCallback, fromPromise, type EventObject } from 'xstate';
import { sqlGenerationMachine } from '../../machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import { readStatus } from '../../services/http/modelAnswers.ts';
import { generateSql, keepGeneration, loadGeneration, suggestName } from '../../services/sql/generateSql.ts';

export default sqlGenerationMachine.provide({
  actors: {
    loadDraft: fromPromise(async ({ input }) => loadGeneration(input)),
    readStatus: fromPromise(({ input, signal }) => readStatus(input, signal)),
    keepDraft: fromPromise(async ({ input }) => keepGeneration(input)),
    generateSql: fromCallback<EventObject, Parameters<typeof generateSql>[0]>(({ input, sendBack }) =>
      generateSql(input, sendBack),
    ),
    suggestName: fromPromise(({ input, signal }) => suggestName(input, signal)),
  },
});
