import { createRoot } from 'react-dom/client';
import { startApp } from './machines/app/app.actor.ts';
import { screenLibrary } from './router/screenLibrary.ts';
import { screens } from './router/screens.ts';
import { readRuntimeConfig } from './services/runtimeConfig.ts';
import { App } from './views/App.tsx';

const library = screenLibrary(screens);
const app = startApp({ config: readRuntimeConfig(document), screens: library });

createRoot(document.getElementById('root')!).render(<App app={app} views={library} />);
