import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { Card } from '../ui/Card.tsx';
import { Time } from '../ui/Time.tsx';
import { CopyButton } from './CopyButton.tsx';
import { useResource } from './useResource.ts';

// Of two facts in one column, a name is nearer to its value than to the one above.
const list = css({ display: 'grid', gap: { base: '2', mdDown: '3' }, margin: '0' });
const row = css({
  display: 'grid',
  columnGap: '4',
  alignItems: 'center',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 3fr)]', mdDown: '[minmax(0, 1fr)]' },
});
const name = css({ color: 'muted' });
const value = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minWidth: '0',
  minHeight: { base: '6', mdDown: '0' },
  margin: '0',
});
const text = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const code = css({ textStyle: 'mono' });

const Fact = ({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) => (
  <div className={row}>
    <dt className={name}>{label}</dt>
    <dd className={value}>
      <span className={text}>{children}</span>
      {copied !== undefined && <CopyButton what={`the ${label.toLowerCase()}`} text={copied} />}
    </dd>
  </div>
);

/** What a project keeps while its database cannot be used. */
export function KeptFacts({ project: { ref, inserted_at: created, dbVersion } }: { project: ProjectDetail }) {
  const keys = useResource('apiKeys', { ref }).data;
  return (
    <Card title="Project details">
      <dl className={list}>
        <Fact label="Reference" copied={ref}>
          <span className={code}>{ref}</span>
        </Fact>
        <Fact label="Created">
          <Time value={created} detail="day" />
        </Fact>
        {dbVersion !== null && <Fact label="Postgres">{dbVersion}</Fact>}
        {keys && (
          <>
            <Fact label="API URL" copied={keys.url}>
              <span className={code}>{keys.url}</span>
            </Fact>
            <Fact label="Public key" copied={keys.anon}>
              <span className={code}>{keys.anon}</span>
            </Fact>
          </>
        )}
      </dl>
    </Card>
  );
}
