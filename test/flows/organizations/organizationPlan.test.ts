import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Organization } from '../../../src/contract/organizations/organization.ts';
import {
  organizationPlanMachine,
  type PlanRequest,
} from '../../../src/machines/organizations/organizationPlan/organizationPlan.machine.ts';
import { selectWanted } from '../../../src/machines/organizations/organizationPlan/organizationPlan.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { acme, recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { organizationPlanModel } from './organizationPlan.model.ts';

coverChart(organizationPlanModel);

describe('the plan of an organization', () => {
  let change: ReturnType<typeof held<Organization, PlanRequest>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof organizationPlanMachine>;

  beforeEach(() => {
    change = held();
    port = recordingPort();
    flow = createActor(organizationPlanMachine.provide({ actors: { changePlan: change.logic } }), {
      input: screenInput({ port, params: { slug: acme.slug } }),
    }).start();
  });

  it('changes after a confirmation', async () => {
    flow.send({ type: 'plan.chosen', tier: 'tier_pro' });
    expect([flow.getSnapshot().hasTag('confirming'), selectWanted(flow.getSnapshot())]).toEqual([true, 'tier_pro']);
    flow.send({ type: 'action.cancelled' });
    expect([flow.getSnapshot().hasTag('confirming'), change.calls.length]).toEqual([false, 0]);
    flow.send({ type: 'plan.chosen', tier: 'tier_pro' });
    flow.send({ type: 'action.confirmed' });
    expect(change.last().input).toMatchObject({ slug: acme.slug, tier: 'tier_pro' });
    const changed = { ...acme, tier: 'tier_pro' };
    change.last().answer(changed);
    await waitFor(flow, (snapshot) => snapshot.matches('idle'));
    expect(port.commands).toEqual([
      { type: 'resource.overwritten', ref: { name: 'organization', params: { slug: acme.slug } }, data: changed },
      { type: 'resource.changed', names: ['organizations'] },
      { type: 'resource.changed', names: ['organization'], params: { slug: acme.slug }, onlyElsewhere: true },
      { type: 'toast.requested', toast: { tone: 'success', title: `${acme.name} is on the Pro plan` } },
    ]);
  });

  it('stays where the server refuses, and can be tried again', async () => {
    flow.send({ type: 'plan.chosen', tier: 'tier_free' });
    flow.send({ type: 'action.confirmed' });
    change.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.confirmFailure !== null);
    expect([flow.getSnapshot().hasTag('confirming'), port.commands]).toEqual([true, []]);
    flow.send({ type: 'action.confirmed' });
    expect(change.calls).toHaveLength(2);
  });
});
