import { ButtonLink } from './ui/ButtonLink.tsx';
import { EmptyState } from './ui/EmptyState.tsx';
import { PageLayout } from './ui/PageLayout.tsx';

/** Shown where the address names nothing. */
export const NotFound = () => (
  <PageLayout width="small">
    <EmptyState title="There is nothing at this address" action={<ButtonLink href="/" variant="primary">Go to the dashboard</ButtonLink>} />
  </PageLayout>
);
