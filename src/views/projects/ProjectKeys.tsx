import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { css } from 'styled-system/css';
import { CopyButton } from '../parts/CopyButton.tsx';
import { failureTitles } from '../parts/failureTitles.ts';
import { useResource } from '../parts/useResource.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { Fact, Facts } from './Facts.tsx';

const note = css({ color: 'muted', paddingTop: '4', textWrap: 'pretty' });

function ServiceKey({ text }: { text: string }) {
  const [revealed, setRevealed] = useState(false);
  const words = revealed ? 'Hide the service key' : 'Show the service key';
  return (
    <Fact
      label="Service key"
      code
      tools={
        <>
          <Tooltip content={words}>
            <IconButton
              size="small"
              icon={revealed ? <EyeOff /> : <Eye />}
              label={words}
              title=""
              aria-pressed={revealed}
              onClick={() => setRevealed(!revealed)}
            />
          </Tooltip>
          <CopyButton what="the service key" text={text} />
        </>
      }
    >
      {revealed ? text : '•'.repeat(24)}
    </Fact>
  );
}

/** The address of the project's API and its keys. */
export function ProjectKeys({ projectRef, withServiceKey = false }: { projectRef: string; withServiceKey?: boolean }) {
  const keys = useResource('apiKeys', { ref: projectRef });
  return (
    <Card title="API keys">
      {keys.state === 'loading' && <SkeletonRows label="Loading the keys" rows={3} />}
      {keys.state === 'failed' && (
        <ErrorState
          title={failureTitles.apiKeys}
          failure={keys.failure}
          onRetry={keys.retry}
          retrying={keys.refreshing}
        />
      )}
      {keys.state === 'ready' && (
        <>
          <Facts>
            <Fact label="API URL" code tools={<CopyButton what="the URL" text={keys.data.url} />}>
              {keys.data.url}
            </Fact>
            <Fact label="Public key" code tools={<CopyButton what="the public key" text={keys.data.anon} />}>
              {keys.data.anon}
            </Fact>
            {withServiceKey && <ServiceKey key={projectRef} text={keys.data.service_role} />}
          </Facts>
          <p className={note}>
            The Data API is read-only and covers the public schema. The public key is safe in a web page only if row
            level security is on for every table: anyone who has the key can read a table without it.
            {withServiceKey && ' The service key bypasses row level security. Keep it on your servers.'}
          </p>
        </>
      )}
    </Card>
  );
}
