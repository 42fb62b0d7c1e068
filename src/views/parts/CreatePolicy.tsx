import { qualifiedName } from '../../contract/sql/quotedName.ts';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IfAvailable } from './IfAvailable.tsx';

/** Opens an example policy for a table in the SQL editor. Only the user runs it. */
export const policyExample = (ref: string, schema: string, table: string): string =>
  href('sql', { ref }, { example: 'policy', schema, table });

interface OfTableProps {
  projectRef: string;
  schema: string;
  table: string;
}

export const CreatePolicy = ({ projectRef, schema, table }: OfTableProps) => (
  <IfAvailable route="sql">
    <ButtonLink size="small" href={policyExample(projectRef, schema, table)}>
      Create policy
    </ButtonLink>
  </IfAvailable>
);

/** Opens the statement in the SQL editor. Only the user runs it. */
export const TurnOnRowSecurity = ({ projectRef, schema, table }: OfTableProps) => (
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
