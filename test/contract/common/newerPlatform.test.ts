/** A platform may be newer than this dashboard, and use words that are not known here: an answer survives them. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readFeatureFlagsSchema } from '../../../src/contract/ambient/featureFlags.ts';
import { resourceSchemas } from '../../../src/contract/cache/resourceSchemas.ts';
import { organizationSchema } from '../../../src/contract/organizations/organization.ts';
import { tierName } from '../../../src/contract/organizations/plans.ts';
import { regionName } from '../../../src/contract/projects/regions.ts';
import { supportReceiptSchema } from '../../../src/contract/support/support.ts';
import { acme, orders, ordersDetail } from '../../fixtures/screen.ts';

describe('a word that is not known here', () => {
  it.each([
    ['none', null],
    ['frozen', null],
    ['restricted', 'restricted'],
  ])('as a restriction, "%s", costs no organization', (word, read) => {
    const list = v.parse(resourceSchemas.organizations, [acme, { ...acme, restriction_status: word }]);
    expect(list.map(({ restriction_status: status }) => status)).toEqual([null, read]);
  });

  it('as a plan is shown as it is', () => {
    const { tier } = v.parse(organizationSchema, { ...acme, tier: 'tier_student_team' });
    expect([tierName(tier), tierName('tier_payg'), tierName('constructor')]).toEqual([
      'Student team',
      'Pro, pay as you go',
      'Constructor',
    ]);
  });

  it('as a status says that nothing is known of the project', () => {
    const [project] = v.parse(resourceSchemas.projects, [{ ...orders, status: 'HIBERNATING' }]);
    expect(project?.status).toBe('UNKNOWN');
  });

  it('as a provider, a size or an engine leaves the rest of the project as it is', () => {
    const detail = ordersDetail('ACTIVE_HEALTHY');
    const read = v.parse(resourceSchemas.project, {
      ...detail,
      cloud_provider: 'MOON',
      region: 'us-east-1',
      compute_size: '96xlarge',
      postgrestStatus: 'SLOW',
      capabilities: { ...detail.capabilities, kind: 'elsewhere' },
    });
    expect(read).toMatchObject({
      cloud_provider: 'MOON',
      compute_size: '96xlarge',
      postgrestStatus: null,
      status: 'ACTIVE_HEALTHY',
      capabilities: { kind: 'postgres' },
    });
    expect([regionName(read.region), regionName('mars-1')]).toEqual(['East US (North Virginia)', 'mars-1']);
  });

  it('as a kind of relation is taken for a table', () => {
    const relation = { name: 'orders', kind: 'graph', columns: [] };
    const read = v.parse(resourceSchemas.catalog, {
      schemas: [{ name: 'public', relations: [relation], functions: [] }],
      searchPath: [],
    });
    expect(read.schemas[0]?.relations[0]?.kind).toBe('table');
  });

  it('as the end of a run is no end that anyone could speak of', () => {
    const run = {
      id: 'one',
      sql: 'select 1',
      started_at: '2026-01-01T00:00:00Z',
      duration_ms: null,
      outcome: 'evaporated',
      error: null,
    };
    expect(v.parse(resourceSchemas.queryHistory, [run])[0]?.outcome).toBe('unknown');
  });

  it('does not make a request for help that was taken look refused', () => {
    expect(v.parse(supportReceiptSchema, { id: 'one', delivery: 'pigeon' }).delivery).toBe('mailed');
  });

  it('in a rule of a feature flag costs that flag alone', () => {
    const flags = {
      known: true,
      strange: { value: true, targets: [{ to: 'planets', planets: ['mars'], value: false }] },
      text: 'words',
    };
    expect(v.parse(readFeatureFlagsSchema, flags)).toEqual({ known: true, text: 'words' });
    expect(v.is(readFeatureFlagsSchema, [true])).toBe(false);
  });
});

it('a word that is missing is a fault all the same', () => {
  const { restriction_status: _, ...unsaid } = acme;
  expect(v.is(organizationSchema, unsaid)).toBe(false);
  expect(v.is(resourceSchemas.projects, [{ ...orders, status: 7 }])).toBe(false);
});
