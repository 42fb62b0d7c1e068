import type { SnapshotFrom } from 'xstate';
import type { sqlRunMachine } from './sqlRun.machine.ts';

type SqlRunSnapshot = SnapshotFrom<typeof sqlRunMachine>;

/** What a view tells apart about the last run. */
export type RunPhase =
  | 'idle'
  /** Up to the first rows. */
  | 'waiting'
  | 'streaming'
  | 'cancelling'
  /** The result of a run that has ended is being read again. */
  | 'restoring'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'refused'
  /** The answer broke off: the server is being asked, has told, or cannot tell what became of the run. */
  | 'lookingUp'
  /** The server has the run, and is asked for its answer again. */
  | 'reattaching'
  | 'known'
  | 'unknown';

export function selectPhase({ value: { run } }: SqlRunSnapshot): RunPhase {
  if (typeof run !== 'object') return 'idle';
  if ('running' in run) {
    const { answer, phase } = run.running;
    if (phase === 'withdrawn' || typeof phase === 'object') return 'cancelling';
    if (typeof answer === 'object' && answer.reattaching === 'asking') return 'reattaching';
    return phase === 'streaming' ? 'streaming' : 'waiting';
  }
  const { resting } = run;
  if (typeof resting !== 'object') return resting;
  if ('idle' in resting) return 'idle';
  return resting.lost === 'known' || resting.lost === 'unknown' ? resting.lost : 'lookingUp';
}

export const selectIsRunning = (snapshot: SqlRunSnapshot): boolean => snapshot.hasTag('running');
export const selectCanCancel = (snapshot: SqlRunSnapshot): boolean => snapshot.hasTag('cancellable');
export const selectIsBlankReported = ({ context }: SqlRunSnapshot): boolean => context.isBlankReported;
export const selectIsConfirmationOpen = (snapshot: SqlRunSnapshot): boolean =>
  snapshot.matches({ confirmation: 'open' });

export const selectRunId = ({ context }: SqlRunSnapshot) => context.id;
export const selectRequest = ({ context }: SqlRunSnapshot) => context.request;
/** The text of the query that the run on screen belongs to; undefined where nothing was run, or it is not known. */
export const selectDocument = (snapshot: SqlRunSnapshot) =>
  selectPhase(snapshot) === 'refused' ? undefined : snapshot.context.request?.document;
export const selectDestructiveStatements = ({ context }: SqlRunSnapshot) => context.destructiveStatements;
export const selectStartedAt = ({ context }: SqlRunSnapshot) => context.startedAt;
export const selectAhead = ({ context }: SqlRunSnapshot) => context.ahead;
export const selectResults = ({ context }: SqlRunSnapshot) => context.progress.results;
export const selectNoticeCount = ({ context }: SqlRunSnapshot) => context.progress.notices;
export const selectEnd = ({ context }: SqlRunSnapshot) => context.end;
export const selectRunFailure = ({ context }: SqlRunSnapshot) => context.failure;
export const selectOutcome = ({ context }: SqlRunSnapshot) => context.outcome;
