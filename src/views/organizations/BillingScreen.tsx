import { useSelector } from '@xstate/react';
import Receipt from 'lucide-react/icons/receipt';
import { css } from 'styled-system/css';
import { runsOwnPlatform } from '../../contract/common/runtimeConfig.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useApp } from '../parts/app.context.ts';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { useResource } from '../parts/useResource.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';

const words = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '4', textAlign: 'start' });

/**
 * The page that a restricted organization leads to: its plan and how to change it, because this platform has no bills.
 */
export default function BillingScreen({ params: { slug } }: ScreenProps<'organizationBilling'>) {
  const isOwn = runsOwnPlatform(useSelector(useApp(), selectConfig));
  const organization = useResource('organization', { slug }).data;
  return (
    <PageLayout width="form">
      <PageHeader
        title="Billing"
        guide="organizations-and-projects#plans"
        // The space keeps the line until the organization has loaded.
        description={organization ? `${organization.name} is on the ${tierName(organization.tier)} plan.` : '\u00A0'}
      />
      <EmptyState
        icon={<Receipt />}
        title={isOwn ? 'This server charges nothing' : 'No invoices'}
        action={
          <ButtonLink
            variant={isOwn ? 'default' : 'primary'}
            href={href(
              'support',
              {},
              { category: 'billing', subject: `Billing of ${organization?.name ?? 'this organization'}` },
            )}
          >
            Contact support
          </ButtonLink>
        }
      >
        {isOwn ? (
          <div className={words}>
            <p>
              A plan only sets limits. To change it, the server administrator adds this setting, with free, pro or team,
              and restarts the server.
              {organization?.restriction_status != null && ' The administrator can also lift the restrictions.'}
            </p>
            <CopyableCode label="Setting" code={`BASECHART_PLANS=${slug}=pro`} grammar="bash" copies="the setting" />
          </div>
        ) : (
          'Support can change the plan of this organization and lift its restrictions.'
        )}
      </EmptyState>
    </PageLayout>
  );
}
