import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { errorLocation } from '../../../src/machines/sql/sqlRun/errorLocation.ts';
import {
  sqlRunMachine,
  type AttachInput,
  type RecalledRun,
  type RunEnd,
  type RunRequest,
  type StreamInput,
} from '../../../src/machines/sql/sqlRun/sqlRun.machine.ts';
import {
  selectAhead,
  selectCanCancel,
  selectEnd,
  selectIsBlankReported,
  selectIsConfirmationOpen,
  selectIsRunning,
  selectNoticeCount,
  selectOutcome,
  selectPhase,
  selectResults,
  selectRunFailure,
  selectRequest,
  selectRunId,
  selectStartedAt,
  selectDestructiveStatements,
  type RunPhase,
} from '../../../src/machines/sql/sqlRun/sqlRun.selectors.ts';
import { destructiveBlocks, destructiveCases, harmlessBlocks, harmlessCases } from '../../fixtures/destructiveCases.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { sqlRunModel } from './sqlRun.model.ts';

coverChart(sqlRunModel);

const request = (sql: string, given: Partial<RunRequest> = {}): RunRequest => ({
  sql,
  from: 0,
  line: 1,
  rowLimit: 100,
  timeLimitMs: 60_000,
  ...given,
});

const rows = (tag: string, count: number, more = false) => ({ tag, rows: count, columns: 2, rowCount: count, more });
const end = (given: Partial<RunEnd> = {}): RunEnd => ({
  results: [rows('SELECT 3', 3)],
  notices: 0,
  error: null,
  durationMs: 12,
  engineRestarted: false,
  ...given,
});
const stopped = end({
  results: [],
  error: { message: 'The query was canceled.', code: '57014' },
  cancelled: true,
});
const syntaxError = {
  message: 'syntax error at or near "form"',
  code: '42601',
  position: 10,
  hint: 'Perhaps you meant FROM.',
};

const connectionLost = new FailureError({ code: 500, message: 'An error has occurred: Failed to fetch' });
const notUp = Object.assign(new FailureError({ code: 503, message: 'The project is not up.' }), { beforeRun: true });

const entry = (given: Partial<QueryHistoryEntry> = {}): QueryHistoryEntry => ({
  id: 'run-1',
  sql: 'select 1',
  started_at: '2026-01-01T00:00:00Z',
  duration_ms: 5,
  outcome: 'succeeded',
  error: null,
  ...given,
});

describe('running SQL', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let stream: ReturnType<typeof held<RunEnd, StreamInput>>;
  let attachment: ReturnType<typeof held<RunEnd, AttachInput>>;
  let cancel: ReturnType<typeof held<void, { ref: string; id: string }>>;
  let recall: ReturnType<typeof held<RecalledRun | null, { ref: string; query: string }>>;
  let outcome: ReturnType<typeof held<QueryHistoryEntry | null, { ref: string; id: string }>>;
  let run: Actor<typeof sqlRunMachine>;

  const look = <Value>(select: (snapshot: ReturnType<typeof run.getSnapshot>) => Value) => select(run.getSnapshot());
  const reaches = (phase: RunPhase) => waitFor(run, (snapshot) => selectPhase(snapshot) === phase);
  const ask = (sql: string, given?: Partial<RunRequest>) =>
    run.send({ type: 'run.requested', request: request(sql, given) });
  /** The request has left the browser; the run has this id. */
  const leaves = (id = 'run-1') => stream.last().input.report.send({ type: 'stream.opened', id });
  const isAccepted = () => stream.last().input.report.send({ type: 'stream.accepted' });
  const opens = (id = 'run-1') => {
    leaves(id);
    isAccepted();
  };
  const isAskedForAnswer = (times = 1) => waitFor(run, () => attachment.calls.length === times);
  const attaches = (sql = 'select 1') => attachment.last().input.report.send({ type: 'stream.attached', sql });
  const notKept = new FailureError({ code: 404, message: 'The result of this query is no longer stored.' });
  const progresses = (count: number) =>
    stream.last().input.report.send({
      type: 'stream.progressed',
      progress: { results: [{ ...rows('', count), tag: null, rowCount: null }], notices: 0 },
    });
  const asked = async (times: number) => {
    await waitFor(run, () => outcome.calls.length === times);
  };
  const loses = async () => {
    ask('select 1');
    opens();
    stream.last().fail(connectionLost);
    await reaches('lookingUp');
  };
  /** The server has the run on record, and not its answer. */
  const isOnRecord = async (given: Partial<QueryHistoryEntry> = {}) => {
    const before = attachment.calls.length;
    outcome.last().answer(entry(given));
    await isAskedForAnswer(before + 1);
    attachment.last().fail(notKept);
  };
  const waits = () => waitFor(run, (snapshot) => snapshot.matches({ run: { resting: { lost: 'waiting' } } }));

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    stream = held();
    attachment = held();
    cancel = held();
    outcome = held();
    recall = held();
    const machine = sqlRunMachine.provide({
      actors: {
        recallRun: recall.logic,
        streamQuery: stream.logic,
        attachToRun: attachment.logic,
        cancelQuery: cancel.logic,
        readOutcome: outcome.logic,
      },
    });
    run = createActor(machine, {
      clock,
      input: { ref: 'abc', query: 'query-1', port, now: () => clock.now() },
    }).start();
  });

  it('sends everything, or what is selected, with the row limit and the time limit', () => {
    ask('select 1;\nselect 2;', { rowLimit: null, timeLimitMs: 15_000 });
    expect(stream.last().input).toMatchObject({
      ref: 'abc',
      sql: 'select 1;\nselect 2;',
      rowLimit: null,
      timeLimitMs: 15_000,
    });
    expect(look(selectIsRunning)).toBe(true);
  });

  it('shows rows while they arrive, and keeps counting until the end', async () => {
    ask('select * from orders');
    opens();
    progresses(400);
    expect(look(selectPhase)).toBe('streaming');
    expect(look(selectResults)[0]?.rows).toBe(400);
    progresses(900);
    expect(look(selectResults)[0]?.rows).toBe(900);
    stream.last().answer(end({ results: [rows('SELECT 1000', 1000)] }));
    await reaches('succeeded');
    expect(look(selectResults)[0]?.rows).toBe(1000);
  });

  it('waits in line for other runs of the user, says how many are ahead, and can be cancelled meanwhile', async () => {
    ask('select 1');
    opens();
    expect(look(selectAhead)).toBeNull();
    const moves = (ahead: number | null) => stream.last().input.report.send({ type: 'stream.queued', ahead });
    for (const ahead of [1, 0, null]) {
      moves(ahead);
      expect([look(selectPhase), look(selectAhead), look(selectCanCancel)]).toEqual(['waiting', ahead, true]);
    }
    moves(3);
    run.send({ type: 'cancel.requested' });
    stream.last().answer(stopped);
    await reaches('cancelled');
    ask('select 2');
    expect(look(selectAhead)).toBeNull();
  });

  it('says that there are more rows than its limit', async () => {
    ask('select * from orders');
    stream.last().answer(end({ results: [rows('SELECT 100', 100, true)] }));
    await reaches('succeeded');
    expect(look(selectResults)).toEqual([rows('SELECT 100', 100, true)]);
  });

  it('gives a result for each of several statements, and counts notices beside them', async () => {
    ask('select 1; create table t (id int); select 2');
    const results = [
      rows('SELECT 1', 1),
      { ...rows('CREATE TABLE', 0), columns: 0, rowCount: null },
      rows('SELECT 1', 1),
    ];
    stream.last().answer(end({ results, notices: 2 }));
    await reaches('succeeded');
    expect(look(selectResults).map(({ tag, columns }) => [tag, columns])).toEqual([
      ['SELECT 1', 2],
      ['CREATE TABLE', 0],
      ['SELECT 1', 2],
    ]);
    expect(look(selectNoticeCount)).toBe(2);
  });

  it('has an error with its position, hint and SQLSTATE, and the results of the statements before it', async () => {
    ask('select 1; select * form t');
    opens();
    stream.last().answer(end({ error: syntaxError }));
    await reaches('failed');
    expect(look(selectEnd)?.error).toEqual(syntaxError);
    expect(look(selectResults)).toHaveLength(1);
  });

  it('clears an error when Run is pressed after its text was deleted, and sends nothing', async () => {
    ask('select * form t');
    stream.last().answer(end({ error: syntaxError }));
    await reaches('failed');
    run.send({ type: 'blankRun.requested' });
    expect([look(selectPhase), look(selectEnd), stream.calls.length]).toEqual(['idle', null, 1]);
  });

  it('says that there is nothing to run, and keeps the result of the last run', async () => {
    ask('select 1');
    stream.last().answer(end());
    await reaches('succeeded');
    run.send({ type: 'blankRun.requested' });
    expect(look(selectIsBlankReported)).toBe(true);
    expect([look(selectPhase), look(selectResults).length, stream.calls.length]).toEqual(['succeeded', 1, 1]);
    ask('select 2');
    expect(look(selectIsBlankReported)).toBe(false);
  });

  it('says so only until the text is edited', () => {
    run.send({ type: 'blankRun.requested' });
    run.send({ type: 'text.edited' });
    expect(look(selectIsBlankReported)).toBe(false);
  });

  it('finds the place of an error in the whole text, also where only a selection was run', () => {
    const selected = request('select *\nform t', { from: 40, line: 7 });
    expect(errorLocation(selected, 10)).toEqual({ line: 8, column: 1, text: 'form t', before: 0 });
    expect(errorLocation(selected, 8)).toEqual({ line: 7, column: 8, text: 'select *', before: 7 });
  });

  it('runs one thing at a time', () => {
    ask('select 1');
    ask('select 2');
    ask('drop table t');
    expect(stream.calls).toHaveLength(1);
    expect(look(selectIsConfirmationOpen)).toBe(false);
  });

  it('tells the time since it began, and begins with nothing of the run before', async () => {
    clock.increment(5_000);
    ask('select 1');
    stream.last().answer(end({ error: syntaxError, notices: 3 }));
    await reaches('failed');
    clock.increment(2_000);
    ask('select 2');
    expect(look(selectStartedAt)).toBe(7_000);
    expect([look(selectEnd), look(selectResults), look(selectNoticeCount), look(selectRunId)]).toEqual([
      null,
      [],
      0,
      null,
    ]);
  });

  describe('asks first', () => {
    it.each([...destructiveCases, ...destructiveBlocks])('before %j', (sql, statements) => {
      ask(sql);
      expect(look(selectIsConfirmationOpen)).toBe(true);
      expect(look(selectDestructiveStatements).map(({ kind, statement }) => `${kind}: ${statement}`)).toEqual(
        statements,
      );
      expect(stream.calls).toHaveLength(0);
    });

    it.each([...harmlessCases, ...harmlessBlocks])('but not before %j', (sql) => {
      ask(sql);
      expect(look(selectIsConfirmationOpen)).toBe(false);
      expect(stream.calls).toHaveLength(1);
    });

    it('after it has read the text once, which may be long', () => {
      let reads = 0;
      const readOnce: RunRequest = {
        ...request(''),
        get sql() {
          reads++;
          return 'drop table orders';
        },
      };
      run.send({ type: 'run.requested', request: readOnce });
      expect(look(selectIsConfirmationOpen)).toBe(true);
      expect(reads).toBe(1);
    });

    it('but not before what names the rows it changes', () => {
      ask('delete from orders where id = 1; update orders set paid = true where id = 2');
      expect(look(selectIsConfirmationOpen)).toBe(false);
      expect(stream.calls).toHaveLength(1);
    });

    it('and runs what was asked for once it is confirmed, once', () => {
      ask('drop table orders', { rowLimit: 500 });
      run.send({ type: 'run.confirmed' });
      run.send({ type: 'run.confirmed' });
      expect(stream.calls).toHaveLength(1);
      expect(stream.last().input).toMatchObject({ sql: 'drop table orders', rowLimit: 500 });
      expect(look(selectIsConfirmationOpen)).toBe(false);
    });

    it('and runs nothing when it is declined: the last run’s answer stays', async () => {
      ask('select 1');
      stream.last().answer(end());
      await reaches('succeeded');
      ask('drop table orders');
      run.send({ type: 'run.declined' });
      expect(stream.calls).toHaveLength(1);
      expect(look(selectPhase)).toBe('succeeded');
      expect(look(selectResults)).toEqual([rows('SELECT 3', 3)]);
    });

    it('and takes nothing else while it waits', () => {
      ask('drop table orders');
      ask('select 1');
      expect(stream.calls).toHaveLength(0);
      expect(look(selectDestructiveStatements)[0]?.statement).toBe('drop table orders');
    });
  });

  describe('a cancel', () => {
    it('is possible once the run is on its way, and not before', () => {
      ask('select pg_sleep(60)');
      expect(look(selectCanCancel)).toBe(false);
      run.send({ type: 'cancel.requested' });
      leaves();
      expect(look(selectPhase)).toBe('waiting');
      expect(look(selectCanCancel)).toBe(true);
    });

    it('never overtakes the run: it is sent once the server has that', () => {
      ask('select pg_sleep(60)');
      leaves('run-7');
      run.send({ type: 'cancel.requested' });
      expect(look(selectPhase)).toBe('cancelling');
      expect(cancel.calls).toHaveLength(0);
      isAccepted();
      expect(cancel.last().input).toEqual({ ref: 'abc', id: 'run-7' });
    });

    it('asks the server to stop this very run, and waits for the run to say so', async () => {
      ask('select pg_sleep(60)');
      opens('run-7');
      run.send({ type: 'cancel.requested' });
      expect(cancel.last().input).toEqual({ ref: 'abc', id: 'run-7' });
      cancel.last().answer();
      expect(look(selectPhase)).toBe('cancelling');
      stream.last().answer(stopped);
      await reaches('cancelled');
      expect(stream.last().signal.aborted).toBe(false);
    });

    it('keeps the rows that had arrived', async () => {
      ask('select * from orders');
      opens();
      progresses(50);
      run.send({ type: 'cancel.requested' });
      stream.last().answer({ ...stopped, results: [{ ...rows('', 60), tag: null, rowCount: null }] });
      await reaches('cancelled');
      expect(look(selectResults)[0]?.rows).toBe(60);
    });

    it('that comes while the server stops the run at its time limit does not call it canceled', async () => {
      ask('select pg_sleep(60)');
      opens();
      run.send({ type: 'cancel.requested' });
      stream.last().answer({ ...stopped, cancelled: false });
      await reaches('failed');
      expect(look(selectPhase)).toBe('failed');
    });

    it('that comes after Postgres stopped the statement for another reason leaves the reason', async () => {
      ask("set statement_timeout = '1s'; select pg_sleep(60)");
      opens();
      run.send({ type: 'cancel.requested' });
      const error = { message: 'canceling statement due to statement timeout', code: '57014' };
      stream.last().answer(end({ results: [], error }));
      await reaches('failed');
      expect(look(selectEnd)?.error).toEqual(error);
    });

    it('that comes too late leaves the run what it was: done', async () => {
      ask('select 1');
      opens();
      run.send({ type: 'cancel.requested' });
      stream.last().answer(end());
      await reaches('succeeded');
      expect(look(selectResults)).toEqual([rows('SELECT 3', 3)]);
    });

    it('of a run that is not running any more waits for its end', async () => {
      ask('select 1');
      opens();
      run.send({ type: 'cancel.requested' });
      cancel.last().fail(new FailureError({ code: 404, message: 'This query is not running.' }));
      await waitFor(run, (snapshot) => snapshot.matches({ run: { running: { phase: { cancelling: 'stopping' } } } }));
      expect(look(selectRunFailure)).toBeNull();
    });

    it('that the server cannot be asked for says so, and can be asked for again', async () => {
      ask('select pg_sleep(60)');
      opens();
      run.send({ type: 'cancel.requested' });
      cancel.last().fail(connectionLost);
      await reaches('streaming');
      expect(look(selectRunFailure)?.message).toBe('An error has occurred: Failed to fetch');
      run.send({ type: 'cancel.requested' });
      expect(cancel.calls).toHaveLength(2);
      expect(look(selectRunFailure)).toBeNull();
    });

    it('that the server could not be asked for is no matter once the run has ended', async () => {
      ask('select 1');
      opens();
      run.send({ type: 'cancel.requested' });
      cancel.last().fail(connectionLost);
      await reaches('streaming');
      stream.last().answer(end());
      await reaches('succeeded');
      expect(look(selectRunFailure)).toBeNull();
    });

    it('that the server does not take within 10 s drops the request, and is sent once the run is found', async () => {
      ask('delete from orders where id = 1');
      leaves('run-7');
      run.send({ type: 'cancel.requested' });
      clock.increment(9_999);
      expect(stream.last().signal.aborted).toBe(false);
      clock.increment(1);
      expect(stream.last().signal.aborted).toBe(true);
      outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
      await isAskedForAnswer();
      attaches();
      expect(cancel.last().input).toEqual({ ref: 'abc', id: 'run-7' });
    });

    it('is not forgotten where the connection breaks off: it is sent again, and its end is no failure', async () => {
      ask('select pg_sleep(60)');
      opens();
      run.send({ type: 'cancel.requested' });
      cancel.last().answer();
      stream.last().fail(connectionLost);
      await reaches('lookingUp');
      outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
      await isAskedForAnswer();
      attaches();
      expect([look(selectPhase), cancel.calls.length]).toEqual(['cancelling', 2]);
      attachment.last().answer(stopped);
      await reaches('cancelled');
    });

    it('that the server refused is over: an end by a time limit is a failure again', async () => {
      ask('select pg_sleep(60)');
      opens();
      run.send({ type: 'cancel.requested' });
      cancel.last().fail(connectionLost);
      await reaches('streaming');
      stream.last().answer({ ...stopped, cancelled: false });
      await reaches('failed');
      expect(look(selectEnd)?.error?.code).toBe('57014');
    });

    it('that is not heeded within 10 s drops the connection, and asks what became of the run', async () => {
      ask('select pg_sleep(60)');
      opens();
      run.send({ type: 'cancel.requested' });
      cancel.last().answer();
      await waitFor(run, (snapshot) => snapshot.matches({ run: { running: { phase: { cancelling: 'stopping' } } } }));
      clock.increment(9_999);
      expect(stream.last().signal.aborted).toBe(false);
      clock.increment(1);
      expect(stream.last().signal.aborted).toBe(true);
      expect(look(selectPhase)).toBe('lookingUp');
      expect(outcome.last().input).toEqual({ ref: 'abc', id: 'run-1' });
    });

    it('says when the database had to be restarted for it', async () => {
      ask('select pg_sleep(60)');
      opens();
      run.send({ type: 'cancel.requested' });
      stream.last().answer({ ...stopped, engineRestarted: true });
      await reaches('cancelled');
      expect(look(selectEnd)?.engineRestarted).toBe(true);
    });
  });

  it('stopped by its time limit, without a cancel, counts as failed', async () => {
    ask('select pg_sleep(60)');
    opens();
    stream.last().answer(
      end({
        error: { message: 'canceling statement due to statement timeout', code: '57014' },
        engineRestarted: true,
      }),
    );
    await reaches('failed');
    expect(look(selectEnd)?.engineRestarted).toBe(true);
  });

  it('that the platform refuses has not run, and nobody asks what became of it', async () => {
    ask('insert into orders default values');
    opens();
    stream.last().fail(notUp);
    await reaches('refused');
    expect(look(selectRunFailure)?.message).toBe('The project is not up.');
    expect(outcome.calls).toHaveLength(0);
  });

  it('that fails before the server is asked has not run', async () => {
    ask('insert into orders default values');
    stream.last().fail(connectionLost);
    await reaches('refused');
    expect(outcome.calls).toHaveLength(0);
  });

  describe('whose connection is lost', () => {
    it('is asked about by its id, and its answer is read again from its beginning', async () => {
      ask('select * from orders');
      opens();
      progresses(70);
      stream.last().fail(connectionLost);
      await reaches('lookingUp');
      expect(look(selectResults)[0]?.rows).toBe(70);
      expect(outcome.last().input).toEqual({ ref: 'abc', id: 'run-1' });
      outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
      await isAskedForAnswer();
      expect(attachment.last().input).toMatchObject({ ref: 'abc', query: 'query-1', id: 'run-1' });
      attaches('select * from orders');
      expect([look(selectPhase), look(selectIsRunning), look(selectRunFailure)]).toEqual(['waiting', true, null]);
      run.send({ type: 'cancel.requested' });
      expect(cancel.last().input).toEqual({ ref: 'abc', id: 'run-1' });
      attachment.last().answer(end());
      await reaches('succeeded');
      expect(look(selectResults)).toEqual([rows('SELECT 3', 3)]);
      expect(stream.calls).toHaveLength(1);
    });

    it('may have ended meanwhile: its answer is read as well', async () => {
      await loses();
      outcome.last().answer(entry({ outcome: 'failed', error: 'syntax error' }));
      await isAskedForAnswer();
      attaches();
      attachment.last().answer(end({ error: syntaxError }));
      await reaches('failed');
      expect(look(selectEnd)?.error).toEqual(syntaxError);
    });

    it('shows what the history knows where its answer is not kept', async () => {
      await loses();
      await isOnRecord({ outcome: 'failed', error: 'division by zero' });
      await reaches('known');
      expect(look(selectOutcome)).toMatchObject({ outcome: 'failed', error: 'division by zero' });
    });

    it('is asked about every 2 s while neither is there', async () => {
      await loses();
      await isOnRecord({ outcome: 'running', duration_ms: null });
      await waits();
      clock.increment(1_999);
      expect(outcome.calls).toHaveLength(1);
      clock.increment(1);
      expect(outcome.calls).toHaveLength(2);
      await isOnRecord();
      await reaches('known');
    });

    it('is asked about again while the server only has a word for it that is not known here', async () => {
      await loses();
      await isOnRecord({ outcome: 'unknown' });
      await waits();
      clock.increment(2_000);
      expect(outcome.calls).toHaveLength(2);
    });

    it('is unknown after five questions where its answer breaks off each time', async () => {
      await loses();
      for (let times = 1; times <= 5; times++) {
        await asked(times);
        outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
        await isAskedForAnswer(times);
        attaches();
        attachment.last().fail(connectionLost);
        if (times === 5) break;
        await waits();
        clock.increment(2_000);
      }
      await reaches('unknown');
      expect([outcome.calls.length, attachment.calls.length]).toEqual([5, 5]);
    });

    it('has ended, and is asked for its answer again where the network failed', async () => {
      await loses();
      outcome.last().answer(entry());
      await isAskedForAnswer();
      attachment.last().fail(connectionLost);
      await waits();
      clock.increment(2_000);
      await asked(2);
      outcome.last().answer(entry());
      await isAskedForAnswer(2);
      attaches();
      attachment.last().answer(end());
      await reaches('succeeded');
      expect(look(selectResults)).toEqual([rows('SELECT 3', 3)]);
    });

    it('does not wait longer than 10 s for its answer to begin', async () => {
      await loses();
      outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
      await reaches('reattaching');
      clock.increment(9_999);
      expect(look(selectIsRunning)).toBe(true);
      clock.increment(1);
      await reaches('lookingUp');
      ask('select 2');
      expect(stream.last().input.sql).toBe('select 2');
    });

    it('is unknown after five answers that do not begin within 10 s', async () => {
      await loses();
      for (let times = 1; times <= 5; times++) {
        await asked(times);
        outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
        await isAskedForAnswer(times);
        clock.increment(10_000);
        if (times === 5) break;
        await waits();
        clock.increment(2_000);
      }
      await reaches('unknown');
      expect(attachment.last().signal.aborted).toBe(true);
    });

    it('is unknown after five questions, until the user asks again', async () => {
      await loses();
      for (let times = 1; times <= 5; times++) {
        await asked(times);
        outcome.last().fail(connectionLost);
        if (times === 5) break;
        await waits();
        clock.increment(2_000);
      }
      await reaches('unknown');
      run.send({ type: 'outcome.requested' });
      expect(look(selectPhase)).toBe('lookingUp');
      await isOnRecord();
      await reaches('known');
      expect(outcome.calls).toHaveLength(6);
    });

    it('and is asked about five times more when the user asks again, and when a new run is lost', async () => {
      let asks = 0;
      const becomesUnknown = async () => {
        for (let times = 1; times <= 5; times++) {
          asks += 1;
          await asked(asks);
          outcome.last().fail(connectionLost);
          if (times === 5) break;
          await waitFor(run, (snapshot) => snapshot.matches({ run: { resting: { lost: 'waiting' } } }));
          clock.increment(2_000);
        }
        await reaches('unknown');
      };
      await loses();
      await becomesUnknown();
      run.send({ type: 'outcome.requested' });
      await becomesUnknown();
      await loses();
      await becomesUnknown();
      expect(outcome.calls).toHaveLength(15);
    });

    it('does not come back while the user is asked about another one', async () => {
      await loses();
      ask('drop table orders');
      outcome.last().answer(entry({ outcome: 'running', duration_ms: null }));
      await waits();
      expect([look(selectIsConfirmationOpen), attachment.calls.length]).toEqual([true, 0]);
      clock.increment(2_000);
      outcome.last().answer(entry());
      await reaches('known');
      run.send({ type: 'run.confirmed' });
      expect(stream.last().input.sql).toBe('drop table orders');
    });

    it('is unknown where five answers do not know it', async () => {
      await loses();
      for (let times = 1; times <= 5; times++) {
        await asked(times);
        outcome.last().answer(null);
        if (times === 5) break;
        await waits();
        clock.increment(2_000);
      }
      await reaches('unknown');
      expect(outcome.calls).toHaveLength(5);
    });

    it('is never run again without its user', async () => {
      await loses();
      outcome.last().answer(null);
      clock.increment(60_000);
      expect(stream.calls).toHaveLength(1);
    });

    it('does not keep the user from running something else', async () => {
      await loses();
      ask('select 2');
      expect(outcome.last().signal.aborted).toBe(true);
      expect(stream.last().input.sql).toBe('select 2');
    });
  });

  it('has the history read again, in every tab, when the server has it, also when it is canceled at once', () => {
    const changed = { type: 'resource.changed', names: ['queryHistory'], params: { ref: 'abc' } };
    ask('select 1');
    leaves();
    expect(port.commands).toEqual([]);
    run.send({ type: 'cancel.requested' });
    isAccepted();
    expect(port.commands).toEqual([changed]);
  });

  it('has the history read again when it begins and ends, and the catalog where a statement changed it', async () => {
    const invalidated = () =>
      port.commands.flatMap((command) => (command.type === 'resource.changed' ? command.names : []));
    ask('select 1');
    opens();
    expect(invalidated()).toEqual(['queryHistory']);
    stream.last().answer(end());
    await reaches('succeeded');
    expect(invalidated()).toEqual(['queryHistory', 'queryHistory', 'tables']);
    ask('create table t (id int)');
    stream.last().answer(end({ results: [{ ...rows('CREATE TABLE', 0), columns: 0, rowCount: null }] }));
    await waitFor(run, (snapshot) => !selectIsRunning(snapshot));
    expect(invalidated()).toEqual([
      'queryHistory',
      'queryHistory',
      'tables',
      'queryHistory',
      'tables',
      'catalog',
      'advisors',
    ]);
  });

  it.each([
    'create materialized view sums as select 1',
    'create table copies as table t',
    'SELECT 1 AS id INTO copies',
    'select 1; create temp table a as select 1',
  ])('has the catalog read again where a statement answers like a query but leaves a relation: %s', async (sql) => {
    ask(sql);
    stream.last().answer(end({ results: [rows('SELECT 1', 0)] }));
    await reaches('succeeded');
    expect(port.commands).toContainEqual(
      expect.objectContaining({ type: 'resource.changed', names: ['catalog', 'advisors'] }),
    );
  });

  it('has the catalog read again when a later statement fails or is cancelled', async () => {
    const catalogReads = () =>
      port.commands.filter(
        (command) => command.type === 'resource.changed' && command.names.some((name) => name === 'catalog'),
      ).length;
    const created = [{ ...rows('CREATE TABLE', 0), columns: 0, rowCount: null }];
    ask('create table t (id int); select * form t');
    opens();
    stream.last().answer(end({ results: created, error: syntaxError }));
    await reaches('failed');
    expect(catalogReads()).toBe(1);
    ask('create table u (id int); select pg_sleep(60)');
    opens();
    run.send({ type: 'cancel.requested' });
    cancel.last().answer();
    stream.last().answer({ ...stopped, results: created });
    await reaches('cancelled');
    expect(catalogReads()).toBe(2);
  });

  describe('of this query before', () => {
    const before: RecalledRun = {
      id: 'run-0',
      startedAt: -5_000,
      from: 12,
      line: 2,
      document: { length: 40, hash: 7 },
      rowLimit: 500,
      timeLimitMs: 300_000,
      ended: false,
    };
    const recalls = async () => {
      recall.last().answer(before);
      await reaches('waiting');
    };

    it('is found again while it runs, with its text, its time and what has arrived, and can be cancelled', async () => {
      expect(recall.last().input).toEqual({ ref: 'abc', query: 'query-1' });
      await recalls();
      expect(attachment.last().input).toMatchObject({ ref: 'abc', query: 'query-1', id: 'run-0' });
      attaches('select pg_sleep(60)');
      attachment.last().input.report.send({
        type: 'stream.progressed',
        progress: { results: [{ ...rows('', 3), tag: null, rowCount: null }], notices: 0 },
      });
      expect(look(selectPhase)).toBe('streaming');
      expect(look(selectRequest)).toEqual({
        sql: 'select pg_sleep(60)',
        from: 12,
        line: 2,
        document: { length: 40, hash: 7 },
        rowLimit: 500,
        timeLimitMs: 300_000,
      });
      expect([look(selectStartedAt), look(selectRunId)]).toEqual([-5_000, 'run-0']);
      run.send({ type: 'cancel.requested' });
      expect(cancel.last().input).toEqual({ ref: 'abc', id: 'run-0' });
    });

    it('is found again with its result when it has ended', async () => {
      await recalls();
      attaches();
      attachment.last().answer(end());
      await reaches('succeeded');
      expect(look(selectResults)).toEqual([rows('SELECT 3', 3)]);
    });

    it('is asked about where the server does not keep its answer, as nobody has seen how it ended', async () => {
      await recalls();
      attachment.last().fail(notKept);
      await reaches('lookingUp');
      expect(outcome.last().input).toEqual({ ref: 'abc', id: 'run-0' });
      await isOnRecord({ outcome: 'failed', error: 'division by zero' });
      await reaches('known');
      expect(look(selectOutcome)).toMatchObject({ outcome: 'failed', error: 'division by zero' });
    });

    it('is unknown where the server does not know it any more', async () => {
      await recalls();
      attachment.last().fail(notKept);
      for (let times = 1; times <= 5; times++) {
        await asked(times);
        outcome.last().answer(null);
        if (times === 5) break;
        await waits();
        clock.increment(2_000);
      }
      await reaches('unknown');
      expect([outcome.calls.length, attachment.calls.length]).toEqual([5, 1]);
    });

    it('is not looked for any longer where the server knows of none', async () => {
      recall.last().answer(null);
      await waitFor(run, (snapshot) => snapshot.matches({ run: { resting: { idle: 'empty' } } }));
      expect(attachment.calls).toHaveLength(0);
    });

    it('is asked about where its answer cannot be fetched', async () => {
      await recalls();
      attachment.last().fail(connectionLost);
      await reaches('lookingUp');
      expect(outcome.last().input).toEqual({ ref: 'abc', id: 'run-0' });
    });

    it('does not come back while the user is asked about a new one', async () => {
      ask('drop table orders');
      recall.last().answer(before);
      await waitFor(run, (snapshot) => snapshot.matches({ run: { resting: { idle: 'empty' } } }));
      run.send({ type: 'run.confirmed' });
      expect(stream.last().input.sql).toBe('drop table orders');
      expect(attachment.calls).toHaveLength(0);
    });

    describe('that is known to have ended', () => {
      const restores = async () => {
        recall.last().answer({ ...before, ended: true });
        await reaches('restoring');
      };

      it('is read again as it arrives, without being a run', async () => {
        await restores();
        attaches('select 1');
        attachment.last().input.report.send({
          type: 'stream.progressed',
          progress: { results: [{ ...rows('', 3), tag: null, rowCount: null }], notices: 0 },
        });
        expect([look(selectIsRunning), look(selectCanCancel), look(selectResults)[0]?.rows]).toEqual([false, false, 3]);
        attachment.last().answer(end());
        await reaches('succeeded');
        expect([look(selectResults), look(selectStartedAt)]).toEqual([[rows('SELECT 3', 3)], -5_000]);
      });

      it('is not spoken of where the server does not keep its answer any more', async () => {
        await restores();
        attachment.last().fail(notKept);
        await reaches('idle');
        expect([look(selectRunId), look(selectRequest), look(selectRunFailure)]).toEqual([null, null, null]);
        expect([recall.calls.length, outcome.calls.length]).toEqual([1, 0]);
      });

      it('gives way to a new run at once', async () => {
        await restores();
        attaches('select 1');
        ask('select 2');
        expect(look(selectIsRunning)).toBe(true);
        expect(attachment.last().signal.aborted).toBe(true);
        expect(stream.last().input.sql).toBe('select 2');
        expect(look(selectResults)).toEqual([]);
      });

      it('shows how it failed', async () => {
        await restores();
        attaches('select * form t');
        attachment.last().answer(end({ results: [], error: syntaxError }));
        await reaches('failed');
        expect(look(selectEnd)?.error).toEqual(syntaxError);
      });

      it('stays canceled', async () => {
        await restores();
        attaches('select pg_sleep(60)');
        attachment.last().answer(stopped);
        await reaches('cancelled');
        expect(look(selectRequest)?.sql).toBe('select pg_sleep(60)');
      });
    });

    it('ends as canceled where the page was reloaded before the cancel had its effect', async () => {
      await recalls();
      attaches('select pg_sleep(60)');
      attachment.last().answer(stopped);
      await reaches('cancelled');
      expect(look(selectEnd)?.error?.code).toBe('57014');
    });

    it('does not keep the user waiting: a new one takes its place', async () => {
      ask('select 2');
      expect(look(selectIsRunning)).toBe(true);
      expect(stream.last().input).toMatchObject({ sql: 'select 2', startedAt: clock.now() });
    });
  });

  it('is let go with the screen, and not cancelled', () => {
    ask('select pg_sleep(60)');
    opens();
    run.stop();
    expect(stream.last().signal.aborted).toBe(true);
  });
});
