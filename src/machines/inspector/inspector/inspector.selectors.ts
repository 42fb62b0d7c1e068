import type { SnapshotFrom } from 'xstate';
import { actorPathOf } from './actorPath.ts';
import type { inspectorMachine } from './inspector.machine.ts';

type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;

export const selectSession = ({ context }: InspectorSnapshot) => context.session;
export const selectChart = ({ context }: InspectorSnapshot) => context.chart;
export const selectCount = ({ context }: InspectorSnapshot) => context.count;
/** Time of the last refresh, for countdowns. */
export const selectAt = ({ context }: InspectorSnapshot) => context.at;
export const selectTrace = ({ context }: InspectorSnapshot) => context.trace;
export const selectStep = ({ context }: InspectorSnapshot) => context.step;
export const selectFollows = ({ context }: InspectorSnapshot) => context.follows;
export const selectAspect = ({ context }: InspectorSnapshot) => context.aspect;
export const selectPart = ({ context }: InspectorSnapshot) => context.part;
export const selectClosed = ({ context }: InspectorSnapshot) => context.closed;
export const selectWidths = ({ context }: InspectorSnapshot) => context.widths;
export const selectFilter = ({ context }: InspectorSnapshot) => context.filter;
export const selectKeepsNames = ({ context }: InspectorSnapshot) => context.keepsNames;
export const selectIsOwnOnly = ({ context }: InspectorSnapshot) => context.ownOnly;
export const selectShowsServer = ({ context }: InspectorSnapshot) => context.showsServer;
export const selectOpened = ({ context }: InspectorSnapshot) => context.opened;
export const selectCatalog = ({ context }: InspectorSnapshot) => context.catalog;
export const selectFailure = ({ context }: InspectorSnapshot) => context.failure;
export const selectChartActor = ({ children }: InspectorSnapshot) => children.chart;
export const selectIsReading = (snapshot: InspectorSnapshot): boolean =>
  snapshot.matches({ working: { source: 'reading' } });
export const selectIsPlaying = (snapshot: InspectorSnapshot): boolean =>
  snapshot.matches({ working: { source: { traced: 'playing' } } });
export const selectIsSaving = (snapshot: InspectorSnapshot): boolean =>
  snapshot.matches({ working: { work: 'saving' } });
/** Id of the actor that is missing at the selected path; null while it exists. */
export const selectAwaited = ({ context: { actorPath, session, seen, trace } }: InspectorSnapshot): string | null =>
  trace === null && actorPath !== null && (actorPathOf(session, seen)?.length ?? actorPath.length) < actorPath.length
    ? (actorPath.at(-1) ?? null)
    : null;
export const selectIsBroken = (snapshot: InspectorSnapshot): boolean => snapshot.matches('broken');
