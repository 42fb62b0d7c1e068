import type { TableDetail } from '../../contract/tables/table.ts';

type Secured = Pick<TableDetail, 'rowSecurity' | 'policies' | 'policyList'>;

/** What a role of the Data API reaches of a table in the public schema. */
export function rowSecurityReach({ rowSecurity, policies, policyList = [] }: Secured, role: string): string {
  if (!rowSecurity) return 'All rows, as far as grants allow';
  if (policies === 0) return 'No rows, because there is no policy';
  const allows = policyList.some(
    ({ roles, restrictive }) => !restrictive && (roles.includes(role) || roles.includes('public')),
  );
  return allows || policyList.length < policies
    ? 'What a policy allows'
    : 'No rows, because no policy is for this role';
}
