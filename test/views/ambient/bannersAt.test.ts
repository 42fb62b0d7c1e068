import { describe, expect, it } from 'vitest';
import { bannersAt, type BannerFacts } from '../../../src/views/ambient/bannersAt.ts';

const everything: BannerFacts = {
  incident: true,
  smtpRequired: true,
  hasProfile: true,
  isAtProject: true,
  authConfig: { ENABLE_SMTP: false, HOOK_SEND_EMAIL_ENABLED: false },
  isDismissed: false,
  organization: { restriction_status: 'restricted' },
  hasSkew: true,
};
const nothing: BannerFacts = {
  incident: undefined,
  smtpRequired: undefined,
  hasProfile: false,
  isAtProject: false,
  authConfig: undefined,
  isDismissed: false,
  organization: undefined,
  hasSkew: false,
};
const shown = (facts: Partial<BannerFacts>) => bannersAt({ ...everything, ...facts });

describe('banners', () => {
  it('come in one order: incident, mail, quota, clock', () => {
    expect(bannersAt(everything)).toEqual(['incident', 'smtp', 'quota', 'clock']);
    expect(bannersAt(nothing)).toEqual([]);
  });

  it.each([
    [true, true],
    ['Logins are slow.', true],
    [false, false],
    ['', false],
    [undefined, false],
  ])('tell of an incident where its flag is %s: %s', (incident, is) => {
    expect(shown({ incident }).includes('incident')).toBe(is);
  });

  it.each<[string, Partial<BannerFacts>]>([
    ['its flag is off', { smtpRequired: false }],
    ['the profile loads', { hasProfile: false }],
    ['no project is open, as on sign-in pages', { isAtProject: false }],
    ['it is not known whether there is a server', { authConfig: undefined }],
    ['there is an SMTP server', { authConfig: { ENABLE_SMTP: true, HOOK_SEND_EMAIL_ENABLED: false } }],
    ['a hook sends the mails', { authConfig: { ENABLE_SMTP: false, HOOK_SEND_EMAIL_ENABLED: true } }],
    ['it was dismissed', { isDismissed: true }],
  ])('ask for no SMTP server while %s', (_, facts) => {
    expect(shown(facts)).not.toContain('smtp');
  });

  it('speak of the quota on project pages only, and only where there is a restriction', () => {
    expect(shown({ isAtProject: false })).not.toContain('quota');
    expect(shown({ organization: { restriction_status: null } })).not.toContain('quota');
    expect(shown({ organization: undefined })).not.toContain('quota');
  });
});
