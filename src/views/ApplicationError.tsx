import { css } from 'styled-system/css';
import { Alert } from './ui/Alert.tsx';
import { Button } from './ui/Button.tsx';
import { PageLayout } from './ui/PageLayout.tsx';

/** Browsers word it differently; what fails is taking a node out that somebody else took out before. */
const isForeignRemoval = (message: string): boolean => /\b(?:removeChild|insertBefore)\b.*\bNode\b/.test(message);

const text = css({ overflowWrap: 'anywhere' });

const messageOf = (error: unknown): string => {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
};

/** Shown when nothing else can be: the application, or the screen of this address, has a fault. */
export function ApplicationError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = messageOf(error);
  return (
    <PageLayout width="small">
      <Alert
        variant="destructive"
        announce
        title="Application error: a client-side exception has occurred (see browser console for more information)"
        actions={(
          <>
            <Button variant="primary" onClick={() => location.reload()}>Reload dashboard</Button>
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
          </>
        )}
      >
        <p className={text}>{message}</p>
        {isForeignRemoval(message) && <p>This may be caused by a page translation or a browser extension that changes the page.</p>}
      </Alert>
    </PageLayout>
  );
}
