import { beforeEach, expect, it, vi } from 'vitest';
import { refreshSession } from '../../../src/services/accounts/auth.ts';
import { RefreshError } from '../../../src/services/accounts/refreshError.ts';
import { renewSession } from '../../../src/services/accounts/renewSession.ts';

vi.mock('../../../src/services/accounts/auth.ts', () => ({
  refreshSession: vi.fn<typeof import('../../../src/services/accounts/auth.ts').refreshSession>(),
}));

const { signal } = new AbortController();

beforeEach(() => {
  vi.mocked(refreshSession).mockReset();
});

it.each([0, 503, 400])('a change of the user has succeeded, though no token comes (status %s)', async (status) => {
  vi.mocked(refreshSession).mockRejectedValue(new RefreshError({ code: status, message: 'Not now.' }, { status }));
  await expect(renewSession(signal)).resolves.toBeUndefined();
});

it('hides no fault of the program', async () => {
  vi.mocked(refreshSession).mockRejectedValue(new TypeError('A fault.'));
  await expect(renewSession(signal)).rejects.toThrow('A fault.');
});
