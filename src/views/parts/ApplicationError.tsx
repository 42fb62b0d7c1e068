import { use } from 'react';
import { css } from 'styled-system/css';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonStyles.ts';
import { PageLayout } from '../ui/PageLayout.tsx';
import { AppContext } from './app.context.ts';
import { TraceContext } from './trace.context.ts';

/** Browsers word it differently; the error is removing a node that something else has already removed. */
const isForeignRemoval = (message: string): boolean => /\b(?:removeChild|insertBefore)\b.*\bNode\b/.test(message);

const words = css({ display: 'grid', gap: '2', paddingTop: '1' });
const text = css({ textStyle: 'mono', color: 'text', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' });
const spoken = css({ srOnly: true });

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
      project_ref: /^\/project\/([^/]+)/.exec(path)?.[1],
    },
  );
}

/**
 * Shown when the application, or the screen of this address, fails. Its links reload the page, because the router may
 * be what failed.
 */
export function ApplicationError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = messageOf(error);
  const trace = use(TraceContext);
  const environment = use(AppContext)?.getSnapshot().context.config.environment ?? 'production';
  return (
    <PageLayout width="small">
      <h1 className={spoken}>Application error</h1>
      <Alert
        variant="destructive"
        announce
        title="Application error: a client-side exception has occurred (see browser console for more information)"
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
            {trace && <Button onClick={() => trace.save()}>Save trace</Button>}
          </>
        }
      >
        <div className={words}>
          <p className={text}>{message}</p>
          {isForeignRemoval(message) && <p>This may be caused by page translation or a browser extension.</p>}
          {trace && (
            <p>
              A trace contains recent app events, without passwords, tokens or your SQL. It helps us reproduce the
              problem.
            </p>
          )}
        </div>
      </Alert>
    </PageLayout>
  );
}
