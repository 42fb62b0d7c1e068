import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import {
  kindLabels,
  organizationKinds,
  organizationSizes,
  sizeLabels,
} from '../../contract/organizations/createOrganization.ts';
import { planChoices, tierName, type PlanId } from '../../contract/organizations/plans.ts';
import type { newOrganizationMachine } from '../../machines/organizations/newOrganization/newOrganization.machine.ts';
import { selectIsFree } from '../../machines/organizations/newOrganization/newOrganization.selectors.ts';
import { href } from '../../router/href.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useFirstField } from '../ui/focus/useFirstField.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { planSentence } from './planWords.ts';

const fields = css({ display: 'grid', gap: '5' });

const kindOptions = organizationKinds.map((value) => ({ value, label: kindLabels[value] }));
const sizeOptions = organizationSizes.map((value) => ({ value, label: sizeLabels[value] }));

const planDescriptions: Readonly<Record<PlanId, string>> = {
  free: 'For trying things out. Up to two active projects.',
  pro: 'For production. Unlimited projects and larger compute.',
  team: 'For organizations with several teams.',
};
const planOptions = planChoices.map(({ id, label }) => ({ value: id, label, description: planDescriptions[id] }));
const ownPlanOptions = planChoices.map(({ id, tier }) => ({
  value: id,
  label: tierName(tier),
  description: planSentence(tier),
}));

export default function NewOrganizationScreen({ flow }: { flow: ActorRefFrom<typeof newOrganizationMachine> }) {
  const isFree = useSelector(flow, selectIsFree);
  const {
    values: { name, kind, size, plan, spendCap },
    fieldErrors,
    failure,
    busy,
    change,
    form,
  } = useForm(flow);
  const first = useFirstField<HTMLInputElement>();
  useDocumentTitle('New organization');
  return (
    <PageLayout width="form">
      <PageHeader
        title="New organization"
        guide="organizations-and-projects#organizations"
        description={
          isFree
            ? 'An organization groups projects under one plan. On this server, a plan only sets limits and costs nothing.'
            : 'An organization groups projects under one plan.'
        }
      />
      <form {...form}>
        <Card
          footer={
            <>
              <ButtonLink href={href('projects')}>Cancel</ButtonLink>
              <Button type="submit" variant="primary" loading={busy}>
                Create organization
              </Button>
            </>
          }
        >
          <div className={fields}>
            {failure && <ErrorState title="Could not create the organization" failure={failure} />}
            <TextField
              ref={first}
              label="Name"
              name="name"
              autoComplete="organization"
              placeholder="Organization name"
              description="For example, the name of your company or team."
              value={name}
              error={fieldErrors.name}
              readOnly={busy}
              onValueChange={(value) => change({ field: 'name', value })}
            />
            <SelectField
              label="Type"
              options={kindOptions}
              value={kind}
              disabled={busy}
              onValueChange={(value) => change({ field: 'kind', value })}
            />
            {kind === 'COMPANY' && (
              <SelectField
                label="Company size"
                options={sizeOptions}
                value={size}
                disabled={busy}
                onValueChange={(value) => change({ field: 'size', value })}
              />
            )}
            <RadioCards
              label="Plan"
              options={isFree ? ownPlanOptions : planOptions}
              value={plan}
              disabled={busy}
              onValueChange={(value) => change({ field: 'plan', value })}
            />
            {plan === 'pro' && !isFree && (
              <Checkbox
                label="Spend cap"
                checked={spendCap}
                disabled={busy}
                onCheckedChange={(value) => change({ field: 'spendCap', value })}
                description={
                  spendCap
                    ? 'Usage over the plan’s quota is blocked, so the price stays the same.'
                    : 'Usage over the plan’s quota is allowed and billed.'
                }
              />
            )}
          </div>
        </Card>
      </form>
    </PageLayout>
  );
}
