import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { CreateOrganization } from '../../../src/contract/organizations/createOrganization.ts';
import type { Organization } from '../../../src/contract/organizations/organization.ts';
import { newOrganizationMachine } from '../../../src/machines/organizations/newOrganization/newOrganization.machine.ts';
import { selectIsFree } from '../../../src/machines/organizations/newOrganization/newOrganization.selectors.ts';
import {
  addressOf,
  organizationOf,
  valuesIn,
  type OrganizationValues,
} from '../../../src/machines/organizations/newOrganization/organizationValues.ts';
import type { FieldChange } from '../../../src/machines/parts/form.ts';
import { held } from '../../fixtures/held.ts';
import { acme, config, recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { newOrganizationModel } from './newOrganization.model.ts';

coverChart(newOrganizationModel);

describe('making an organization', () => {
  let clock: SteppedClock;
  let service: ReturnType<typeof held<Organization, CreateOrganization>>;
  let port: ReturnType<typeof recordingPort>;
  let form: Actor<typeof newOrganizationMachine>;
  const start = (query: Record<string, string> = {}, apiUrl = config.apiUrl) => {
    form = createActor(newOrganizationMachine.provide({ actors: { createOrganization: service.logic } }), {
      clock,
      input: screenInput({ port, query, config: { ...config, apiUrl } }),
    }).start();
  };
  const change = (changed: FieldChange<OrganizationValues>) => form.send({ type: 'field.changed', ...changed });
  const submit = () => form.send({ type: 'form.submitted' });
  const addresses = () =>
    port.commands.flatMap((command) => (command.type === 'navigation.requested' ? [command.to] : []));

  beforeEach(() => {
    clock = new SteppedClock();
    service = held();
    port = recordingPort();
    start();
  });

  it('begins with the fields of the address: name, kind, size, plan, spend_cap', () => {
    const query = { name: 'Acme', kind: 'COMPANY', size: '50', plan: 'pro', spend_cap: 'false' };
    start(query, 'https://api.example.com');
    expect(form.getSnapshot().context.values).toEqual({
      name: 'Acme',
      kind: 'COMPANY',
      size: '50',
      plan: 'pro',
      spendCap: false,
    });
    // On a server of its own nothing has a price, and the form has no cap to see or to undo.
    start(query);
    expect(form.getSnapshot().context.values.spendCap).toBe(true);
  });

  it('takes nothing from the address that it does not know', () => {
    expect(valuesIn({ kind: 'CIRCUS', size: '7', plan: 'enterprise' })).toEqual(valuesIn({}));
  });

  it('mirrors the fields in the address once the typing has paused', () => {
    change({ field: 'name', value: 'A' });
    clock.increment(200);
    change({ field: 'name', value: 'Acme' });
    clock.increment(200);
    expect(addresses()).toEqual([]);
    clock.increment(100);
    expect(port.commands).toEqual([{ type: 'navigation.requested', to: '/new?name=Acme', replace: true }]);
  });

  it('changes the address once per pause', () => {
    change({ field: 'name', value: 'Acme' });
    for (let pause = 0; pause < 3; pause += 1) clock.increment(1000);
    expect(addresses()).toEqual(['/new?name=Acme']);
  });

  it('keeps whatever else the address carries', () => {
    expect(addressOf(valuesIn({ plan: 'pro' }), { plan: 'pro', from: 'banner' })).toBe('/new?plan=pro&from=banner');
    expect(addressOf(valuesIn({}), { plan: 'pro' })).toBe('/new');
  });

  it('has a spend cap on Pro, on by default; without it one pays as one goes', () => {
    expect(organizationOf(valuesIn({ plan: 'pro' })).tier).toBe('tier_pro');
    expect(organizationOf(valuesIn({ plan: 'pro', spend_cap: 'false' })).tier).toBe('tier_payg');
    expect(organizationOf(valuesIn({ plan: 'team', spend_cap: 'false' })).tier).toBe('tier_team');
  });

  it('asks a company alone for its size', () => {
    expect(organizationOf(valuesIn({ kind: 'COMPANY', size: '100' })).size).toBe('100');
    expect(organizationOf(valuesIn({ kind: 'STARTUP', size: '100' }))).not.toHaveProperty('size');
  });

  it('needs a name', () => {
    change({ field: 'name', value: '  ' });
    submit();
    expect(form.getSnapshot().context.fieldErrors).toEqual({ name: 'Enter an organization name.' });
    expect(service.calls).toHaveLength(0);
  });

  it('goes on to /new/{slug}, where the new organization is known already', async () => {
    change({ field: 'name', value: ' Acme ' });
    submit();
    submit();
    expect(service.calls.map(({ input }) => input)).toEqual([{ name: 'Acme', kind: 'PERSONAL', tier: 'tier_free' }]);
    port.commands.length = 0;
    service.last().answer(acme);
    await waitFor(form, (snapshot) => snapshot.matches('created'));
    expect(port.commands).toEqual([
      { type: 'resource.appended', ref: { name: 'organizations', params: {} }, entry: acme },
      { type: 'resource.changed', names: ['organizations', 'permissions'] },
      { type: 'navigation.requested', to: '/new/acme' },
    ]);
  });

  it('does not go back to its own address after it has gone on', async () => {
    change({ field: 'name', value: 'Acme' });
    submit();
    service.last().answer(acme);
    await waitFor(form, (snapshot) => snapshot.matches('created'));
    clock.increment(1000);
    expect(addresses().at(-1)).toBe('/new/acme');
  });

  it('says why it was refused, and keeps what was typed', async () => {
    change({ field: 'name', value: 'Acme' });
    submit();
    service.last().fail(refusal);
    await waitFor(form, (snapshot) => snapshot.context.failure !== null);
    expect(form.getSnapshot().context.values.name).toBe('Acme');
  });

  it('knows that nothing is charged where the platform is this very server', () => {
    expect(selectIsFree(form.getSnapshot())).toBe(true);
    start({}, 'https://api.example.com');
    expect(selectIsFree(form.getSnapshot())).toBe(false);
  });
});
