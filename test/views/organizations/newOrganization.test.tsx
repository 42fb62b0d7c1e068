import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { newOrganizationMachine } from '../../../src/machines/organizations/newOrganization/newOrganization.machine.ts';
import NewOrganizationScreen from '../../../src/views/organizations/NewOrganizationScreen.tsx';
import { planSentence } from '../../../src/views/organizations/planWords.ts';
import { config, screenInput } from '../../fixtures/screen.ts';

const show = (apiUrl: string) =>
  render(
    <NewOrganizationScreen
      flow={createActor(newOrganizationMachine, { input: screenInput({ config: { ...config, apiUrl } }) }).start()}
    />,
  );
const plans = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent);
const choose = (plan: RegExp) => fireEvent.click(screen.getByRole('radio', { name: plan }));
const cap = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Spend cap' });

describe('the form of a new organization', () => {
  afterEach(cleanup);

  it('shows the prices of a platform elsewhere, and the spend cap of its Pro plan only', () => {
    show('https://api.example.com/platform');
    expect(plans()).toEqual([
      expect.stringContaining('Free - $0/month'),
      expect.stringContaining('Pro - $25/month'),
      expect.stringContaining('Team - $599/month'),
    ]);
    expect(screen.queryByText(/costs nothing/)).toBeNull();
    expect(cap()).toBeNull();
    choose(/^Pro/);
    expect(cap()!.checked).toBe(true);
    expect(screen.getByText(/Usage over the plan’s quota is blocked/)).toBeTruthy();
    fireEvent.click(cap()!);
    expect(cap()!.checked).toBe(false);
    expect(screen.getByText(/Usage over the plan’s quota is allowed and billed/)).toBeTruthy();
    choose(/^Team/);
    expect(cap()).toBeNull();
  });

  it('names the limits of this server, which charges nothing', () => {
    show('/api/platform');
    expect(plans()).toEqual([
      `Free${planSentence('tier_free')}`,
      `Pro${planSentence('tier_pro')}`,
      `Team${planSentence('tier_team')}`,
    ]);
    expect(plans().join(' ')).not.toMatch(/\$|larger compute/i);
    expect(screen.getByText(/costs nothing/)).toBeTruthy();
    choose(/^Pro/);
    expect(cap()).toBeNull();
  });
});
