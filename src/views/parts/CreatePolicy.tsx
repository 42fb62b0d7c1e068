import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IfAvailable } from './IfAvailable.tsx';

/** Opens an example policy for a table in the SQL editor. Only the user runs it. */
export const policyExample = (ref: string, schema: string, table: string): string =>
  href('sql', { ref }, { example: 'policy', schema, table });

interface CreatePolicyProps {
  projectRef: string;
  schema: string;
  table: string;
}

export const CreatePolicy = ({ projectRef, schema, table }: CreatePolicyProps) => (
  <IfAvailable route="sql">
    <ButtonLink size="small" href={policyExample(projectRef, schema, table)}>
      Create policy
    </ButtonLink>
  </IfAvailable>
);
