import { BareLayout } from '../parts/BareLayout.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';

/** Shown where a deployment has no flow inspector. */
export const InspectorDisabled = () => (
  <BareLayout>
    <PageLayout width="form">
      <PageHeader title="Flows" />
      <EmptyState
        title="Flow inspector disabled"
        action={
          <ButtonLink href="/" variant="primary">
            Back to dashboard
          </ButtonLink>
        }
      >
        Start the server with BASECHART_INSPECTOR=true to enable it.
      </EmptyState>
    </PageLayout>
  </BareLayout>
);
