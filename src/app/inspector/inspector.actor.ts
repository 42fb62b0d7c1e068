import { fromCallback, fromPromise, type AnyActorRef } from 'xstate';
import { inspectorTiming } from '../../contract/inspector/inspectorTiming.ts';
import type { Drawing } from '../../inspector/chart/drawing.ts';
import { loadCoverage } from '../../inspector/chart/loadCoverage.ts';
import { layoutQuestion, pictureOf } from '../../inspector/chart/picture.ts';
import { foldsAround } from '../../inspector/chart/reveal.ts';
import type { TraceRecorder } from '../../inspector/trace/recorder.ts';
import type { SystemViewSource } from '../../inspector/trace/source.ts';
import { parseTrace, type Trace } from '../../inspector/trace/trace.ts';
import { traceLimits } from '../../inspector/trace/traceLimits.ts';
import {
  flowChartMachine,
  type LayoutInput,
  type LayoutOutput,
} from '../../machines/inspector/flowChart/flowChart.machine.ts';
import {
  inspectorMachine,
  type OpenedTrace,
  type PulseReceived,
} from '../../machines/inspector/inspector/inspector.machine.ts';
import { serverFlowsMachine, type FollowEnded } from '../../machines/inspector/serverFlows/serverFlows.machine.ts';
import { readTextFile } from '../../services/browser/textFile.ts';
import { layOutGraph } from '../../services/inspector/chartLayout.ts';
import { saveTraceFile } from '../../services/inspector/traceFile.ts';

/** The running application, and its recording. */
export interface Inspected {
  root: AnyActorRef;
  recorder: TraceRecorder;
}

const charts = async () => (await import('virtual:charts')).default as readonly { side: string; drawing: Drawing }[];

async function drawingFor(source: SystemViewSource, chart: string): Promise<Drawing> {
  // The page's own machines were built without their descriptions; the charts of other windows exist only there.
  const drawing = (await charts()).find((known) => known.drawing.id === chart)?.drawing ?? source.drawing(chart);
  if (!drawing) throw new Error(`This version of Basechart has no chart "${chart}".`);
  return drawing;
}

async function layOut(source: SystemViewSource, { chart, folded, reveal, active }: LayoutInput): Promise<LayoutOutput> {
  const drawing = await drawingFor(source, chart);
  const folds = foldsAround(drawing, folded, reveal, active);
  const [answer, coverage] = await Promise.all([
    layOutGraph(layoutQuestion(drawing, folds)),
    // The picture works without the coverage.
    loadCoverage(drawing.id).catch(() => null),
  ]);
  return { drawing, folded: folds, coverage, picture: pictureOf(drawing, folds, answer) };
}

/** The whole of an opened trace. */
type ShownTrace = Trace & OpenedTrace;

async function readTrace(source: SystemViewSource, file: File | null): Promise<ShownTrace> {
  if (!file) return { ...source.take(), name: 'Recent events', from: 'page' };
  const trace = parseTrace(await readTextFile(file, traceLimits.bytes));
  if (trace.events.length === 0) throw new Error(`${file.name} is a trace without events.`);
  return { ...trace, name: file.name, from: 'file' };
}

/** A window that inspects another one does not follow the server. */
const withoutServer = serverFlowsMachine.provide({
  actors: {
    follow: fromCallback<FollowEnded, undefined>(({ sendBack }) =>
      sendBack({ type: 'follow.ended', failure: { code: 404, message: 'Only the page itself follows the server.' } }),
    ),
  },
});

/** The inspector with its services; it runs in a separate actor system, outside of what it inspects. */
export const inspectorOf = (source: SystemViewSource, serverFlows = withoutServer) =>
  inspectorMachine.provide({
    actors: {
      serverFlows,
      flowChart: flowChartMachine.provide({ actors: { layOut: fromPromise(({ input }) => layOut(source, input)) } }),
      pulse: fromCallback<PulseReceived, undefined>(({ sendBack }) => {
        let seen = -1;
        const look = () => {
          const count = source.count();
          // Countdowns must be updated even without events.
          if (count === seen && !source.hasTimers()) return;
          seen = count;
          sendBack({ type: 'pulse.received', count, at: Date.now(), actors: source.actors() });
        };
        look();
        const timer = setInterval(look, inspectorTiming.inspectorPulseMs);
        return () => clearInterval(timer);
      }),
      listCharts: fromPromise(async () =>
        (await charts())
          .toSorted((a, b) => a.side.localeCompare(b.side) || a.drawing.id.localeCompare(b.drawing.id))
          .map(({ drawing: { id, description } }) => ({ id, description })),
      ),
      readTrace: fromPromise(({ input }) => readTrace(source, input.file)),
      saveTrace: fromPromise(async ({ input: { trace, keepsNames } }) => {
        const taken = (trace as ShownTrace | null) ?? source.take();
        saveTraceFile(keepsNames ? taken : (await import('./nameReplacement.ts')).default(taken), new Date());
      }),
    },
  });
