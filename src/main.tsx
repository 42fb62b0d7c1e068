import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './machines/app/app.actor.ts';
import { screenLibrary } from './router/screenLibrary.ts';
import { overlays, screens } from './router/screens.ts';
import { surviveTranslation } from './services/pageTranslation.ts';
import { readRuntimeConfig } from './services/runtimeConfig.ts';
import { saveTraceFile } from './services/traceFile.ts';
import { keepTrace, provideTrace } from './services/traceShelf.ts';
import { createTraceRecorder } from './trace/recorder.ts';
import { Alone } from './views/Alone.tsx';
import { App } from './views/App.tsx';
import { ApplicationError } from './views/ApplicationError.tsx';
import { TraceContext } from './views/trace.context.ts';

function start(): ReactNode {
  try {
    const library = screenLibrary({ ...screens, ...overlays });
    const config = readRuntimeConfig(document);
    const recorder = createTraceRecorder({ now: Date.now, version: config.version });
    provideTrace(recorder.take);
    return (
      <TraceContext value={{ save: () => saveTraceFile(recorder.take(), new Date()), keep: keepTrace }}>
        <App app={startApp({ config, screens: library, inspect: recorder.observe })} views={library} />
      </TraceContext>
    );
  } catch (error) {
    return <Alone><ApplicationError error={error} /></Alone>;
  }
}

surviveTranslation(document);
createRoot(document.getElementById('root')!).render(<StrictMode>{start()}</StrictMode>);
