import EyeOff from 'lucide-react/icons/eye-off';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageLayout } from '../ui/PageLayout.tsx';

/** Shown at an address whose feature is disabled, which a link or a bookmark may lead to. */
export const HiddenFeature = () => (
  <PageLayout width="small">
    <EmptyState
      icon={<EyeOff />}
      title="This part is switched off"
      action={
        <ButtonLink variant="primary" href={href('projects')}>
          Back to projects
        </ButtonLink>
      }
    >
      Whoever runs this server has hidden it from you.
    </EmptyState>
  </PageLayout>
);
