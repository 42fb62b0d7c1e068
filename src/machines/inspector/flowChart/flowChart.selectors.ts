import type { SnapshotFrom } from 'xstate';
import type { flowChartMachine } from './flowChart.machine.ts';

type FlowChartSnapshot = SnapshotFrom<typeof flowChartMachine>;

export const selectChart = ({ context }: FlowChartSnapshot) => context.chart;
export const selectDrawn = ({ context }: FlowChartSnapshot) => context.drawn;
export const selectChosen = ({ context }: FlowChartSnapshot) => context.chosen;
export const selectRevealed = ({ context }: FlowChartSnapshot) => context.revealed;
export const selectForm = ({ context }: FlowChartSnapshot) => context.form;
export const selectZoom = ({ context }: FlowChartSnapshot) => context.zoom;
export const selectQuery = ({ context }: FlowChartSnapshot) => context.query;
export const selectMatch = ({ context }: FlowChartSnapshot) => context.match;
/** Why there is no picture; null where there is one or none was requested. */
export const selectFailure = (snapshot: FlowChartSnapshot) =>
  snapshot.matches({ picture: 'failed' }) ? snapshot.context.failure : null;
export const selectIsLayingOut = (snapshot: FlowChartSnapshot): boolean => snapshot.matches({ picture: 'layingOut' });
export const selectIsFollowing = (snapshot: FlowChartSnapshot): boolean => snapshot.matches({ viewport: 'following' });
export const selectSought = ({ context }: FlowChartSnapshot) => context.sought;
