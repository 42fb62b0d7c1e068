import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './machines/app/app.actor.ts';
import { screenLibrary } from './router/screenLibrary.ts';
import { screens } from './router/screens.ts';
import { readRuntimeConfig } from './services/runtimeConfig.ts';
import { saveTraceFile } from './services/traceFile.ts';
import { createTraceRecorder } from './trace/recorder.ts';
import { Alone } from './views/Alone.tsx';
import { App } from './views/App.tsx';
import { ApplicationError } from './views/ApplicationError.tsx';
import { SaveTraceContext } from './views/saveTrace.context.ts';

function start(): ReactNode {
  try {
    const library = screenLibrary(screens);
    const config = readRuntimeConfig(document);
    const recorder = createTraceRecorder({ now: Date.now, version: config.version });
    return (
      <SaveTraceContext value={() => saveTraceFile(recorder.take(), new Date())}>
        <App app={startApp({ config, screens: library, inspect: recorder.observe })} views={library} />
      </SaveTraceContext>
    );
  } catch (error) {
    return <Alone><ApplicationError error={error} /></Alone>;
  }
}

createRoot(document.getElementById('root')!).render(<StrictMode>{start()}</StrictMode>);
