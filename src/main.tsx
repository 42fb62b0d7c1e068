import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './machines/app/app.actor.ts';
import { screenLibrary } from './router/screenLibrary.ts';
import { screens } from './router/screens.ts';
import { readRuntimeConfig } from './services/runtimeConfig.ts';
import { App } from './views/App.tsx';
import { ApplicationError } from './views/ApplicationError.tsx';

function start(): ReactNode {
  try {
    const library = screenLibrary(screens);
    return <App app={startApp({ config: readRuntimeConfig(document), screens: library })} views={library} />;
  } catch (error) {
    return <ApplicationError error={error} />;
  }
}

createRoot(document.getElementById('root')!).render(<StrictMode>{start()}</StrictMode>);
