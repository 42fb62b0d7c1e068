import { lazy, StrictMode, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './machines/app/app.actor.ts';
import type { Inspected } from './machines/app/inspector.actor.ts';
import { screenLibrary } from './router/screenLibrary.ts';
import { overlays, screens } from './router/screens.ts';
import { untilIdle } from './services/page.ts';
import { surviveTranslation } from './services/pageTranslation.ts';
import { readRuntimeConfig } from './services/runtimeConfig.ts';
import { saveTraceFile } from './services/traceFile.ts';
import { keepTrace, provideTrace } from './services/traceShelf.ts';
import { createTraceRecorder } from './trace/recorder.ts';
import { Alone } from './views/Alone.tsx';
import { App } from './views/App.tsx';
import { ApplicationError } from './views/ApplicationError.tsx';
import { ErrorBoundary } from './views/ErrorBoundary.tsx';
import { InspectionContext, type Inspection } from './views/inspector/inspection.context.ts';
import { TraceContext } from './views/trace.context.ts';

/** The flow inspector comes when the page has nothing better to do. */
const idle = () => untilIdle(new AbortController().signal);

async function inspect(inspected: Inspected): Promise<Inspection> {
  await idle();
  const { startInspection } = await import('./machines/app/inspectorDock.actor.ts');
  return startInspection(inspected);
}

const InspectorDock = lazy(async () => {
  await idle();
  return await import('./views/inspector/InspectorDock.tsx');
});

function start(): ReactNode {
  try {
    const library = screenLibrary({ ...screens, ...overlays });
    const config = readRuntimeConfig(document);
    const recorder = createTraceRecorder({ now: Date.now, version: config.version });
    provideTrace(recorder.take);
    const app = startApp({ config, screens: library, inspect: recorder.observe });
    const inspection = config.inspector ? inspect({ root: app, recorder }) : null;
    return (
      <TraceContext value={{ save: () => saveTraceFile(recorder.take(), new Date()), keep: keepTrace }}>
        <InspectionContext value={inspection}>
          <App app={app} views={library}>
            {inspection && <ErrorBoundary><Suspense><InspectorDock /></Suspense></ErrorBoundary>}
          </App>
        </InspectionContext>
      </TraceContext>
    );
  } catch (error) {
    return <Alone><ApplicationError error={error} /></Alone>;
  }
}

surviveTranslation(document);
createRoot(document.getElementById('root')!).render(<StrictMode>{start()}</StrictMode>);
