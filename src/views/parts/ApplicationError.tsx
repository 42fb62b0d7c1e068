import { Suspense, use, useState, type ReactElement } from 'react';
import { css } from 'styled-system/css';
import { href } from '../../router/href.ts';
import { matchRoute } from '../../router/matchRoute.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonStyles.ts';
import { PageLayout } from '../ui/PageLayout.tsx';
import { AppContext } from './app.context.ts';
import { lazyPart } from './lazyPart.ts';
import { TraceContext, type TraceKeeper } from './trace.context.ts';

/**
 * Something else has moved or removed a node before React could. Chromium and Firefox name the method; Safari has the
 * same sentence for every missing object.
 */
const isForeignRemoval = (message: string): boolean =>
  /removeChild|insertBefore|object can ?not be found/.test(message);

const words = css({ display: 'grid', gap: '2', paddingTop: '1' });
const text = css({ textStyle: 'mono', color: 'text', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' });
// As high as the motif, which moves nothing when it arrives.
const picture = css({ minHeight: '20' });
const spoken = css({ srOnly: true });

/** Not in the entry: an error page is one without it, too. */
const Motif = lazyPart(() => import('../ui/Motif.tsx').then(({ default: part }) => part));

/** URLs are limited in length, and the first frames of a stack are the most useful. */
const reportLimits = { subject: 150, stack: 3_000 };

const messageOf = (error: unknown): string => {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
};

/** The support form, filled in with the error's location and stack. */
function reportOf(error: unknown, path: string): string {
  const { stack } = Object(error) as { stack?: unknown };
  const message = messageOf(error);
  return href(
    'support',
    {},
    {
      category: 'dashboard_bug',
      subject: message.slice(0, reportLimits.subject),
      message: `Path: ${path}\n\n${(typeof stack === 'string' ? stack : message).slice(0, reportLimits.stack)}`,
      project_ref: matchRoute(path)?.params['ref'],
    },
  );
}

/** Shows the trace on request: the user sees it before saving it. */
function TracePart({ trace }: { trace: TraceKeeper }) {
  const [preview, setPreview] = useState<ReactElement | 'none' | 'loading' | 'failed'>('none');
  if (typeof preview === 'object') return preview;
  const load = () => {
    setPreview('loading');
    trace.preview().then(setPreview, () => setPreview('failed'));
  };
  return (
    <div className={words}>
      <p>A trace contains recent app events, without passwords, tokens, email addresses, names, or your SQL.</p>
      <div>
        <Button loading={preview === 'loading'} onClick={load}>
          Preview trace
        </Button>
      </div>
      {preview === 'failed' && <p role="alert">Could not load the trace. The server is unreachable. Try again.</p>}
    </div>
  );
}

const clientException =
  'Application error: a client-side exception has occurred (see browser console for more information)';

interface ApplicationErrorProps {
  error: unknown;
  /** What failed, where it is only a part of a screen that has its own heading. */
  failedPart?: string;
  onRetry?: () => void;
}

/**
 * Shown when the application, or the screen of this address, fails. Its links reload the page, because the router may
 * be what failed.
 */
export function ApplicationError({ error, failedPart, onRetry }: ApplicationErrorProps) {
  const message = messageOf(error);
  const trace = use(TraceContext);
  const environment = use(AppContext)?.getSnapshot().context.config.environment ?? 'production';
  return (
    <PageLayout width="form">
      {!failedPart && (
        <>
          <h1 className={spoken}>Application error</h1>
          <div className={picture}>
            <Suspense>
              <Motif kind="missing" />
            </Suspense>
          </div>
        </>
      )}
      <Alert
        variant="destructive"
        announce
        title={failedPart ?? clientException}
        actions={
          <>
            <a
              className={buttonClass({ variant: 'primary' })}
              href={reportOf(error, location.pathname)}
              onClick={() => trace?.keep()}
            >
              Report to support
            </a>
            {environment === 'production' ? (
              <Button onClick={() => location.reload()}>Reload dashboard</Button>
            ) : (
              <a className={buttonClass({})} href={href('landing')}>
                Return to dashboard
              </a>
            )}
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
          </>
        }
      >
        <div className={words}>
          <p className={text}>{message}</p>
          {isForeignRemoval(message) && <p>This may be caused by page translation or a browser extension.</p>}
        </div>
      </Alert>
      {trace && <TracePart trace={trace} />}
    </PageLayout>
  );
}
