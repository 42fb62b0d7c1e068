import { css } from 'styled-system/css';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import type { TableSummary } from '../../contract/projects/tableList.ts';
import { CreatePolicy } from '../parts/CreatePolicy.tsx';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { ClientSample } from './ClientCode.tsx';
import { ConnectionValue, ConnectionValues } from './ConnectionValue.tsx';
import { KeyValues } from './ProjectKeys.tsx';

const column = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '6' });
const part = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '2' });
const titleText = css({ textStyle: 'label' });
const policyLine = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' });
const note = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });

/** How programs connect to the project's Postgres, or a note that they cannot. */
function DirectConnection({ projectRef }: { projectRef: string }) {
  const connection = useResource('connection', { ref: projectRef });
  if (connection.state === 'loading') return <SkeletonRows label="Loading the connection" rows={1} />;
  if (connection.state === 'failed') return <ResourceError title="Could not load the connection" read={connection} />;
  const { uri, reason } = connection.data;
  if (uri === null) return <p className={note}>{reason}</p>;
  return (
    <ConnectionValues>
      <ConnectionValue label="Connection string" text={uri} what="the connection string" />
    </ConnectionValues>
  );
}

interface ConnectDialogProps {
  open: boolean;
  onClose: () => void;
  project: Pick<ProjectDetail, 'ref' | 'name'>;
  apiOff: boolean;
  /** A table for the sample code. */
  table: TableSummary | undefined;
}

/** How to connect to a project: its keys, its database, and code to begin with. */
export default function ConnectDialog({ open, onClose, project: { ref, name }, apiOff, table }: ConnectDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Connect to ${name}`} size="xlarge">
      <div className={column}>
        <section className={part}>
          <h3 className={titleText}>Data API</h3>
          <KeyValues projectRef={ref} withServiceKey />
        </section>
        <section className={part}>
          <h3 className={titleText}>Direct connection</h3>
          <DirectConnection projectRef={ref} />
        </section>
        <section className={part}>
          <ClientSample
            projectRef={ref}
            apiOff={apiOff}
            table={table?.name}
            steady
            heading={<h3 className={titleText}>Read a table</h3>}
          />
          {!apiOff && table?.lacks_policy && (
            <div className={policyLine}>
              <p className={note}>{table.name} has no policy, so apps see no rows.</p>
              <CreatePolicy projectRef={ref} schema={table.schema} table={table.name} />
            </div>
          )}
        </section>
      </div>
    </Dialog>
  );
}
