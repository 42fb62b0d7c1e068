import { lazy, StrictMode, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { untilContent } from './app/firstContent.ts';
import type { Inspected } from './app/inspector/inspector.actor.ts';
import { preloadInto } from './app/parts/preload.ts';
import { screenLibrary } from './app/parts/screenLibrary.ts';
import { overlays, screens } from './app/screens.ts';
import { startApp } from './app/startApp.ts';
import { createTraceRecorder } from './inspector/trace/recorder.ts';
import { PreloadContext } from './router/preload.context.ts';
import { untilIdle } from './services/browser/page.ts';
import { patchDomForTranslators } from './services/browser/pageTranslation.ts';
import { readRuntimeConfig } from './services/browser/runtimeConfig.ts';
import { keepTrace, provideTrace } from './services/browser/traceStore.ts';
import { App } from './views/app/App.tsx';
import { InspectionContext, type Inspection } from './views/inspector/inspection.context.ts';
import { ApplicationError } from './views/parts/ApplicationError.tsx';
import { BareLayout } from './views/parts/BareLayout.tsx';
import { ErrorBoundary } from './views/parts/ErrorBoundary.tsx';
import { TraceContext } from './views/parts/trace.context.ts';

/** What a trace that leaves this browser must not name. */
const loadSharing = async () => (await import('./app/inspector/nameReplacement.ts')).default;

/** The flow inspector loads when the page is idle. */
const idle = () => untilIdle(new AbortController().signal);

async function inspect(inspected: Inspected): Promise<Inspection> {
  await idle();
  const { startInspection } = await import('./app/inspector/inspectorDock.actor.ts');
  return startInspection(inspected);
}

const InspectorDock = lazy(async () => {
  await idle();
  return await import('./views/inspector/InspectorDock.tsx');
});

async function start(): Promise<ReactNode> {
  try {
    const library = screenLibrary({ ...screens, ...overlays });
    const config = readRuntimeConfig(document);
    const recorder = createTraceRecorder({ now: Date.now, version: config.version });
    provideTrace(recorder.take, loadSharing);
    const app = startApp({ config, screens: library, inspect: recorder.observe });
    const preview = async () => (await import('./app/inspector/tracePreview.ts')).previewOf(recorder.take());
    const inspection = config.inspector ? inspect({ root: app, recorder }) : null;
    await untilContent(app);
    return (
      <TraceContext value={{ preview, keep: keepTrace }}>
        <InspectionContext value={inspection}>
          <PreloadContext value={preloadInto(library)}>
            <App app={app} views={library}>
              {inspection && (
                <ErrorBoundary>
                  <Suspense>
                    <InspectorDock />
                  </Suspense>
                </ErrorBoundary>
              )}
            </App>
          </PreloadContext>
        </InspectionContext>
      </TraceContext>
    );
  } catch (error) {
    return (
      <BareLayout>
        <ApplicationError error={error} />
      </BareLayout>
    );
  }
}

/** Shows the app in place of the static shell. */
async function show(): Promise<void> {
  const content = await start();
  createRoot(document.getElementById('root')!).render(<StrictMode>{content}</StrictMode>);
}

patchDomForTranslators(document);
// Not awaited: the code of the pages imports from this file, and would wait for its end.
void show();
