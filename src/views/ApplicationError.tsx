import { css } from 'styled-system/css';
import { Alert } from './ui/Alert.tsx';
import { Button } from './ui/Button.tsx';
import { PageLayout } from './ui/PageLayout.tsx';

/** Browsers word it differently; what fails is taking a node out that somebody else took out before. */
const isForeignRemoval = (message: string): boolean => /\b(?:removeChild|insertBefore)\b.*\bNode\b/.test(message);

const text = css({ overflowWrap: 'anywhere' });

/** Shown when nothing else can be: the application has a fault. */
export function ApplicationError({ error }: { error: unknown }) {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <PageLayout width="small">
      <Alert
        variant="destructive"
        announce
        title="Application error: a client-side exception has occurred (see browser console for more information)"
        actions={<Button variant="primary" onClick={() => location.reload()}>Reload dashboard</Button>}
      >
        <p className={text}>{message}</p>
        {isForeignRemoval(message) && <p>This may be caused by a page translation or a browser extension that changes the page.</p>}
      </Alert>
    </PageLayout>
  );
}
