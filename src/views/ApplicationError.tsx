import { use } from 'react';
import { css } from 'styled-system/css';
import { Alert } from './ui/Alert.tsx';
import { Button } from './ui/Button.tsx';
import { PageLayout } from './ui/PageLayout.tsx';
import { SaveTraceContext } from './saveTrace.context.ts';

/** Browsers word it differently; what fails is taking a node out that somebody else took out before. */
const isForeignRemoval = (message: string): boolean => /\b(?:removeChild|insertBefore)\b.*\bNode\b/.test(message);

const text = css({ overflowWrap: 'anywhere' });
const spoken = css({ srOnly: true });

const messageOf = (error: unknown): string => {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
};

/** Shown when nothing else can be: the application, or the screen of this address, has a fault. */
export function ApplicationError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = messageOf(error);
  const saveTrace = use(SaveTraceContext);
  return (
    <PageLayout width="small">
      <h1 className={spoken}>Application error</h1>
      <Alert
        variant="destructive"
        announce
        title="Application error: a client-side exception has occurred (see browser console for more information)"
        actions={(
          <>
            <Button variant="primary" onClick={() => location.reload()}>Reload dashboard</Button>
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {saveTrace && <Button onClick={saveTrace}>Save a trace</Button>}
          </>
        )}
      >
        <p className={text}>{message}</p>
        {saveTrace && <p>A trace holds the last events of the application, without passwords, tokens or your SQL. With it the fault can be replayed.</p>}
        {isForeignRemoval(message) && <p>This may be caused by a page translation or a browser extension that changes the page.</p>}
      </Alert>
    </PageLayout>
  );
}
