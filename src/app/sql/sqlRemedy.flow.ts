import { fromPromise } from 'xstate';
import { FailureError } from '../../contract/common/failureError.ts';
import { sqlRemedyMachine } from '../../machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import { cancelQuery, runQuery } from '../../services/sql/sqlRunner.ts';

export default sqlRemedyMachine.provide({
  actors: {
    applyRemedy: fromPromise(async ({ input: { ref, sql, timeLimitMs, report }, signal }) => {
      const id = crypto.randomUUID();
      const { error } = await runQuery(
        { ref, body: { id, sql, timeout_ms: timeLimitMs } },
        () => report.send({ type: 'application.accepted', id }),
        () => {},
        signal,
      );
      // The code marks the message as the database's, so that no trace keeps the names in it.
      if (error) throw new FailureError({ code: error.code, message: error.message });
    }),
    cancelRemedy: fromPromise(({ input, signal }) => cancelQuery(input, signal)),
  },
});
