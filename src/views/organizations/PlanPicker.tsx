import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Organization } from '../../contract/organizations/organization.ts';
import { planChoices, tierName } from '../../contract/organizations/plans.ts';
import { countActiveProjects } from '../../contract/projects/activeProjects.ts';
import type { organizationPlanMachine } from '../../machines/organizations/organizationPlan/organizationPlan.machine.ts';
import { selectWanted } from '../../machines/organizations/organizationPlan/organizationPlan.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { useResource } from '../parts/useResource.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { listRow, nameRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { planChange, planSentence, type ActiveProjects } from './planWords.ts';

export type PlanFlow = ActorRefFrom<typeof organizationPlanMachine>;

const changes = css({ display: 'grid', gap: '1' });
const changesTitle = css({ textStyle: 'label' });
const changeList = css({ display: 'grid', gap: '1', margin: '0', paddingInlineStart: '5', listStyle: 'disc' });

function Changes({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section className={changes}>
      <h3 className={changesTitle}>{title}</h3>
      <ul className={changeList}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** The user's active projects on the plan, once the organization is on it, too. */
function useActiveProjectsAfter(slug: string, wanted: string): ActiveProjects {
  const projects = useResource('projects');
  const organizations = useResource('organizations');
  if (!projects.data || !organizations.data)
    return projects.state === 'failed' || organizations.state === 'failed' ? 'failed' : 'loading';
  const after = organizations.data.map((one) => (one.slug === slug ? { ...one, tier: wanted } : one));
  return countActiveProjects(wanted, after, projects.data);
}

function PlanDialog({ organization: { slug, name, tier }, flow }: { organization: Organization; flow: PlanFlow }) {
  const wanted = useSelector(flow, selectWanted) ?? tier;
  const { dialog, failure } = useConfirm(flow);
  const active = useActiveProjectsAfter(slug, wanted);
  const { gained, lost } = planChange(tier, wanted, active);
  return (
    <ConfirmDialog
      {...dialog}
      variant={lost.length > 0 ? 'warning' : 'success'}
      title={`Change ${name} to ${tierName(wanted)}?`}
      description="The change applies to all projects of the organization at once and costs nothing on this server."
      confirmLabel={`Change to ${tierName(wanted)}`}
    >
      <Changes title="What you gain" items={gained} />
      <Changes title="New limits" items={lost} />
      {failure && <ErrorState title="Could not change the plan" failure={failure} />}
    </ConfirmDialog>
  );
}

/** The plans of a server that hosts its projects itself. An owner can change to any of them. */
export function PlanPicker({ organization, flow }: { organization: Organization; flow: PlanFlow }) {
  const { tier, is_owner: isOwner } = organization;
  // Pay as you go is Pro without a spend cap, which makes no difference on a server that charges nothing.
  const current = tier === 'tier_payg' ? 'tier_pro' : tier;
  return (
    <>
      <Card flush>
        <ul className={rowList} aria-label="Plans">
          {planChoices.map((plan) => (
            <li key={plan.id} className={listRow}>
              <div className={rowFacts}>
                <div className={nameRow}>
                  <span className={rowName}>{tierName(plan.tier)}</span>
                  {plan.tier === current && <Badge tone="success">Current plan</Badge>}
                </div>
                <p className={rowNote}>{planSentence(plan.tier)}</p>
              </div>
              {isOwner && plan.tier !== current && (
                <Button size="small" onClick={() => flow.send({ type: 'plan.chosen', tier: plan.tier })}>
                  Change to {tierName(plan.tier)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <PlanDialog organization={organization} flow={flow} />
    </>
  );
}
