import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import {
  kindLabels,
  organizationKinds,
  organizationSizes,
  sizeLabels,
} from '../../contract/organizations/organization.ts';
import { planChoices, type PlanId } from '../../contract/organizations/plans.ts';
import type { newOrganizationMachine } from '../../machines/organizations/newOrganization/newOrganization.machine.ts';
import { selectIsFree } from '../../machines/organizations/newOrganization/newOrganization.selectors.ts';
import { href } from '../../router/href.ts';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';

const fields = css({ display: 'grid', gap: '5' });

const kindOptions = organizationKinds.map((value) => ({ value, label: kindLabels[value] }));
const sizeOptions = organizationSizes.map((value) => ({ value, label: sizeLabels[value] }));

const planDescriptions: Readonly<Record<PlanId, string>> = {
  free: 'For trying things out: two active projects.',
  pro: 'For what is in use: as many projects as you need, in the size you need.',
  team: 'For companies where several teams work together.',
};
const planOptions = planChoices.map(({ id, label }) => ({ value: id, label, description: planDescriptions[id] }));

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
  useDocumentTitle('New organization');
  return (
    <PageLayout width="small">
      <PageHeader
        title="New organization"
        description="An organization owns projects and has one plan for all of them."
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
            {failure && <ErrorState title="The organization could not be made" failure={failure} />}
            <TextField
              label="Name"
              name="name"
              autoComplete="organization"
              placeholder="Organization name"
              description="As a company or a team is called."
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
                label="Employees"
                options={sizeOptions}
                value={size}
                disabled={busy}
                onValueChange={(value) => change({ field: 'size', value })}
              />
            )}
            <RadioCards
              label="Plan"
              options={planOptions}
              value={plan}
              onValueChange={(value) => change({ field: 'plan', value })}
            />
            {plan === 'pro' && (
              <Checkbox
                label="Spend cap"
                checked={spendCap}
                disabled={busy}
                onCheckedChange={(value) => change({ field: 'spendCap', value })}
                description={
                  spendCap
                    ? 'What goes beyond the plan is refused, so that the price stays as it is.'
                    : 'Pay as you go: what goes beyond the plan is served, and charged for.'
                }
              />
            )}
            {isFree && plan !== 'free' && (
              <Alert title="Nothing is charged here">
                This server runs its own platform. A plan sets what the organization may do; no card is asked for and no
                money is taken.
              </Alert>
            )}
          </div>
        </Card>
      </form>
    </PageLayout>
  );
}
