import type { Connection } from '../../contract/projects/project.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Fact, Facts } from './Facts.tsx';

const ConnectionFacts = ({ connection: { uri, host, port, database, user } }: { connection: Connection }) => (
  <Facts>
    {uri !== null && (
      <Fact label="Connection string" code tools={<CopyButton what="the connection string" text={uri} />}>
        {uri}
      </Fact>
    )}
    {host !== null && (
      <Fact label="Host" code tools={<CopyButton what="the host" text={host} />}>
        {host}
      </Fact>
    )}
    {port !== null && (
      <Fact label="Port" code>
        {port}
      </Fact>
    )}
    <Fact label="Database" code>
      {database}
    </Fact>
    <Fact label="User" code>
      {user}
    </Fact>
  </Facts>
);

/** How programs connect to the project's Postgres, or a note that they cannot. */
export function ProjectConnection({ projectRef }: { projectRef: string }) {
  const connection = useResource('connection', { ref: projectRef });
  return (
    <Card title="Connection">
      {connection.state === 'loading' && <SkeletonRows label="Loading the connection" rows={3} />}
      {connection.state === 'failed' && (
        <ErrorState
          title="Could not load the connection"
          failure={connection.failure}
          onRetry={connection.retry}
          retrying={connection.refreshing}
        />
      )}
      {connection.state === 'ready' &&
        (connection.data.uri === null ? (
          <Alert title="Direct connections unavailable">{connection.data.reason}</Alert>
        ) : (
          <ConnectionFacts connection={connection.data} />
        ))}
    </Card>
  );
}
