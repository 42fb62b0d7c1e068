import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import { guidesAddress } from '../../contract/docs/guidesAddress.ts';
import { qualifiedName } from '../../contract/sql/quotedName.ts';
import type { Policy, TableDetail } from '../../contract/tables/table.ts';
import { href } from '../../router/href.ts';
import { CreatePolicy } from '../parts/CreatePolicy.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { rowSecurityWords } from '../parts/rowSecurityWords.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { OpenPopover } from '../ui/OpenPopover.tsx';
import { ExternalLink } from '../ui/TextLink.tsx';
import { rowSecurityReach } from './rowSecurityReach.ts';

const frame = css({ display: 'grid', gap: '3', textStyle: 'dense' });
const title = css({ textStyle: 'label' });
const text = css({ color: 'muted', textWrap: 'pretty' });
const rows = css({ display: 'grid', gap: '2', margin: '0', padding: '0', listStyle: 'none' });
const row = css({ display: 'grid', gap: '0.5' });
const about = css({ color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' });
const code = css({ fontFamily: 'mono', color: 'muted', textStyle: 'small', marginInlineStart: '1.5' });
const name = css({ overflowWrap: 'anywhere' });
const actions = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });

/** Who asks the Data API, by the key of the request. */
const callers = [
  { who: 'Public key', role: 'anon' },
  { who: 'Signed-in users', role: 'authenticated' },
] as const;

const policyWords = ({ command, roles, restrictive }: Policy): string =>
  `${command === 'all' ? 'All statements' : command.toUpperCase()} for ${roles.join(', ')}${restrictive ? ', restrictive' : ''}`;

const Callers = ({ table }: { table: TableDetail }) => (
  <dl className={rows}>
    {callers.map(({ who, role }) => (
      <div key={role} className={row}>
        <dt>
          {who}
          <span className={code}>{role}</span>
        </dt>
        <dd className={about}>{rowSecurityReach(table, role)}</dd>
      </div>
    ))}
    <div className={row}>
      <dt>
        Service key
        <span className={code}>service_role</span>
      </dt>
      <dd className={about}>All rows: it bypasses row level security</dd>
    </div>
  </dl>
);

const Policies = ({ table: { rowSecurity, policies, policyList = [] } }: { table: TableDetail }) =>
  policyList.length === 0 ? null : (
    <>
      <h3 className={title}>
        {countWords(policies, 'policy', 'policies')}
        {!rowSecurity && ', not in effect'}
      </h3>
      <ul className={rows} aria-label="Policies">
        {policyList.map((policy) => (
          <li key={policy.name} className={row}>
            <span className={name}>{policy.name}</span>
            <span className={about}>{policyWords(policy)}</span>
          </li>
        ))}
        {policies > policyList.length && <li className={about}>And {policies - policyList.length} more</li>}
      </ul>
    </>
  );

interface TurnOnProps {
  projectRef: string;
  schema: string;
  table: string;
}

/** Opens the statement in the SQL editor. Only the user runs it. */
const TurnOnRowSecurity = ({ projectRef, schema, table }: TurnOnProps) => (
  <IfAvailable route="sql">
    <ButtonLink
      size="small"
      href={href(
        'sql',
        { ref: projectRef },
        { sql: `alter table ${qualifiedName(schema, table)} enable row level security;` },
      )}
    >
      Turn on row level security
    </ButtonLink>
  </IfAvailable>
);

interface RowSecurityPopoverProps {
  triggerId: string;
  projectRef: string;
  table: TableDetail;
  onClose: () => void;
}

/** What row level security means for each API key, and what the user can do about it. */
export function RowSecurityPopover({ triggerId, projectRef, table, onClose }: RowSecurityPopoverProps) {
  const { schema, name: tableName, rowSecurity } = table;
  // The Data API reads the public schema only.
  const isReachable = schema === 'public';
  const heading = rowSecurity ? 'Row level security is on' : rowSecurityWords.off;
  const Action = rowSecurity ? CreatePolicy : TurnOnRowSecurity;
  return (
    <OpenPopover triggerId={triggerId} label="Row level security" onClose={onClose}>
      <div className={frame}>
        <h2 className={title}>{heading}</h2>
        {isReachable ? (
          <Callers table={table} />
        ) : (
          <p className={text}>Apps cannot reach this table: the Data API reads only the public schema.</p>
        )}
        <Policies table={table} />
        <div className={actions}>
          {isReachable && <Action projectRef={projectRef} schema={schema} table={tableName} />}
          <ExternalLink href={`${guidesAddress}/database/row-level-security`} standalone>
            Docs
          </ExternalLink>
        </div>
      </div>
    </OpenPopover>
  );
}
