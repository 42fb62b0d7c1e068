import { css } from 'styled-system/css';
import { failureTitles } from '../parts/failureTitles.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { Card } from '../ui/Card.tsx';
import { ConnectionValue, ConnectionValues, ConnectionValuesToCome } from './ConnectionValue.tsx';

const note = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });

interface ProjectKeysProps {
  projectRef: string;
  withServiceKey?: boolean;
}

/** The address of the project's API and its keys. */
export function KeyValues({ projectRef, withServiceKey = false }: ProjectKeysProps) {
  const keys = useResource('apiKeys', { ref: projectRef });
  if (keys.state === 'failed') return <ResourceError title={failureTitles.apiKeys} read={keys} />;
  return (
    <>
      {keys.state === 'loading' ? (
        <ConnectionValuesToCome label="Loading the keys" rows={withServiceKey ? 3 : 2} />
      ) : (
        <ConnectionValues>
          <ConnectionValue label="API URL" text={keys.data.url} what="the URL" />
          <ConnectionValue label="Public key" text={keys.data.anon} what="the public key" />
          {withServiceKey && (
            <ConnectionValue label="Service key" text={keys.data.service_role} what="the service key" secret />
          )}
        </ConnectionValues>
      )}
      <p className={note}>
        The Data API is read-only and covers the public schema. The public key is safe in a web page only if row level
        security is on for every table and security_invoker for every view: anyone who has the key can read all rows of
        a table or view without it. Materialized views and foreign tables have no row level security, so revoke access
        to private ones.
        {withServiceKey && ' The service key bypasses row level security. Keep it on your servers.'}
      </p>
    </>
  );
}

/** The same in a card, without the service key. */
export const ProjectKeys = ({ projectRef }: { projectRef: string }) => (
  <Card title="API keys">
    <KeyValues projectRef={projectRef} />
  </Card>
);
