import { nothing, post, remove } from '../../../src/services/http/http.ts';
import type { OfInvitation } from './invitation.ts';

const path = (slug: string): string => `/organizations/${encodeURIComponent(slug)}/invitations`;

export const invite = ({ slug, ...invitation }: OfInvitation, signal: AbortSignal): Promise<void> =>
  post(path(slug), invitation, nothing, { signal });

export const revoke = ({ slug, email }: OfInvitation, signal: AbortSignal): Promise<void> =>
  remove(`${path(slug)}/${encodeURIComponent(email)}`, nothing, { signal });
