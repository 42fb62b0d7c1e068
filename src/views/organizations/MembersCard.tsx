import { css } from 'styled-system/css';
import type { MemberRole } from '../../contract/organizations/member.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { listClass, rowClass } from './listStyles.ts';

const frame = css({ paddingBlock: '4', paddingInline: '5' });
const identity = css({ display: 'flex', alignItems: 'center', gap: '3', minWidth: '0' });
const email = css({ minWidth: '0', overflowWrap: 'anywhere' });
const roleText = css({ color: 'muted', flexShrink: '0' });

const roleNames: Readonly<Record<MemberRole, string>> = { owner: 'Owner', developer: 'Developer' };

/** The name of a member's role; an unknown one keeps its own. */
export const roleName = (role: string): string => new Map(Object.entries(roleNames)).get(role) ?? role;

/** The members of an organization, with their roles. */
export function MembersCard({ slug }: { slug: string }) {
  const members = useResource('members', { slug });
  const ownId = useResource('profile').data?.gotrue_id;
  return (
    <Card flush title="Members">
      {members.state === 'ready' ? (
        <ul className={listClass} aria-label="Members">
          {members.data.map(({ gotrue_id: id, primary_email: address, role }) => (
            <li key={id} className={rowClass}>
              <span className={identity}>
                <Avatar email={address} />
                <span className={email}>{address}</span>
                {id === ownId && <Badge>You</Badge>}
              </span>
              <span className={roleText}>{roleName(role)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <div className={frame}>
          {members.state === 'loading' ? (
            <SkeletonRows label="Loading the members" rows={1} />
          ) : (
            <ResourceError title="Could not load the members" read={members} />
          )}
        </div>
      )}
    </Card>
  );
}
