import type { Organization } from '../../contract/organizations/organization.ts';
import { freeProjectLimit } from '../../contract/organizations/plans.ts';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { changePlanLink } from './changePlanLink.tsx';

interface FreeLimitNoticeProps {
  organization: Organization;
  /** The project is running, and its owner is about to pause it. */
  isBefore?: boolean;
}

/** Says that the Free plan refuses to restore a project, and what helps. */
export const FreeLimitNotice = ({ organization, isBefore = false }: FreeLimitNoticeProps) => (
  <Alert
    variant="warning"
    title={isBefore ? 'You cannot restore this project right away' : 'Project limit reached'}
    actions={changePlanLink(organization)}
  >
    The Free plan includes {freeProjectLimit} active projects per owner. To use this project again, pause or delete{' '}
    {isBefore ? 'other projects' : <TextLink href={href('projects')}>other projects</TextLink>}, or{' '}
    {organization.is_owner ? 'change the plan' : 'ask an owner to change the plan'} of {organization.name}.
  </Alert>
);
