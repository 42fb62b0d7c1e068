import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { chosenPlaceOf } from '../../contract/projects/chosenPlace.ts';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
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
  // What is larger for a finger takes no more room.
  '& button': { marginBlock: '-2.5' },
});
const text = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const code = css({ textStyle: 'mono' });

interface FactProps {
  label: string;
  copied?: string;
  children: ReactNode;
}

const Fact = ({ label, copied, children }: FactProps) => (
  <div className={row}>
    <dt className={name}>{label}</dt>
    <dd className={value}>
      <span className={text}>{children}</span>
      {copied !== undefined && <CopyButton what={`the ${label.toLowerCase()}`} text={copied} />}
    </dd>
  </div>
);

/** A value with its place from the first frame on, so that what is below does not move when it arrives. */
const LateFact = ({ label, text: known }: { label: string; text: string | undefined }) =>
  known === undefined ? (
    <div className={row} aria-hidden>
      <dt className={name}>{label}</dt>
      <dd className={value}>
        <Skeleton width={60} />
      </dd>
    </div>
  ) : (
    <Fact label={label} copied={known}>
      <span className={code}>{known}</span>
    </Fact>
  );

/** What a project keeps while its database cannot be used. */
export function ProjectDetailsCard({ project }: { project: ProjectDetail }) {
  const { ref, inserted_at: created, dbVersion } = project;
  const place = chosenPlaceOf(project);
  const keys = useResource('apiKeys', { ref });
  return (
    <Card title="Project details">
      <dl className={list}>
        <Fact label="Reference" copied={ref}>
          <span className={code}>{ref}</span>
        </Fact>
        {place !== null && <Fact label="Region">{place}</Fact>}
        <Fact label="Created">
          <Time value={created} detail="day" />
        </Fact>
        {dbVersion !== null && <Fact label="Postgres">{dbVersion}</Fact>}
        {keys.state !== 'failed' && (
          <>
            <LateFact label="API URL" text={keys.data?.url} />
            <LateFact label="Public key" text={keys.data?.anon} />
          </>
        )}
      </dl>
    </Card>
  );
}
