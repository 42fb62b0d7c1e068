import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Policy, TableDetail } from '../../../src/contract/tables/table.ts';
import { RowSecurityBadge } from '../../../src/views/tables/RowSecurityBadge.tsx';
import { rowSecurityReach } from '../../../src/views/tables/rowSecurityReach.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';

const policy = (name: string, more: Partial<Policy> = {}): Policy => ({
  name,
  command: 'select',
  roles: ['anon'],
  restrictive: false,
  ...more,
});
const open = async (table: Partial<TableDetail>) => {
  render(
    <InApp app={startTestApp()}>
      <RowSecurityBadge projectRef="abc" table={{ ...boats, ...table }} />
    </InApp>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^RLS/ }));
  return (await screen.findByRole('dialog', { name: 'Row level security' })).textContent;
};
const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;

afterEach(cleanup);

describe('the badge of row level security', () => {
  it('opens the policies, and leads to another one', async () => {
    const text = await open({
      policies: 22,
      policyList: [policy('Anyone can read'), policy('Not at night', { command: 'all', restrictive: true })],
    });
    expect(text).toContain('Row level security is on');
    expect(text).toContain('Anyone can readSELECT for anon');
    expect(text).toContain('Not at nightAll statements for anon, restrictive');
    expect(text).toContain('22 policies');
    expect(text).toContain('And 20 more');
    expect(link('Create policy')).toBe('/project/abc/sql?example=policy&schema=public&table=boats');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /^RLS on/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the statement that turns it on', async () => {
    expect(await open({ rowSecurity: false, policies: 1, policyList: [policy('Anyone can read')] })).toContain(
      'not in effect',
    );
    expect(new URLSearchParams(link('Turn on row level security')!.split('?')[1]).get('sql')).toBe(
      'alter table public.boats enable row level security;',
    );
    expect(link('Create policy')).toBeNull();
  });

  it('offers nothing where apps cannot reach the table', async () => {
    expect(await open({ schema: 'internal', policies: 0 })).toContain('Apps cannot reach this table');
    expect([link('Create policy'), link('Turn on row level security')]).toEqual([null, null]);
  });
});

describe('what a role reaches', () => {
  const reach = (table: Partial<TableDetail>, role: string) => rowSecurityReach({ ...boats, ...table }, role);

  it('is everything without row level security, and nothing without a policy', () => {
    expect(reach({ rowSecurity: false }, 'anon')).toMatch(/^All rows/);
    expect(reach({ policies: 0 }, 'anon')).toMatch(/^No rows/);
  });

  it('is what a policy allows that is for the role, or for every role', () => {
    const table = { policies: 1, policyList: [policy('Anyone can read')] };
    expect(reach(table, 'anon')).toBe('What a policy allows');
    expect(reach(table, 'authenticated')).toMatch(/^No rows/);
    expect(reach({ policies: 1, policyList: [policy('All', { roles: ['public'] })] }, 'authenticated')).toBe(
      'What a policy allows',
    );
    expect(reach({ policies: 1, policyList: [policy('Limit', { restrictive: true })] }, 'anon')).toMatch(/^No rows/);
  });

  it('is what a policy allows where not all policies are listed', () => {
    expect(reach({ policies: 2, policyList: [policy('Other', { roles: ['reports'] })] }, 'anon')).toBe(
      'What a policy allows',
    );
    expect(reach({ policies: 1 }, 'anon')).toBe('What a policy allows');
  });
});
