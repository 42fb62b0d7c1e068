import {
  begunCodeSchema,
  changeCodeKinds,
  guestCodeKinds,
  type BegunCode,
  type BegunKind,
} from '../../contract/accounts/begunCode.ts';
import { userIdOf } from '../../contract/accounts/session.ts';
import { entry, readStored, removeStored, writeStored } from '../browser/storage.ts';
import { heldSession } from './sessionStore.ts';

const begun = entry('begun-code', begunCodeSchema, { ofTab: true });

const isChange = (kind: BegunKind): boolean => changeCodeKinds.some((one) => one === kind);

/** A change is its user's: another who signs in later may come to the same tab. */
function memberOf(kind: BegunKind): string {
  const session = isChange(kind) ? heldSession() : null;
  return session === null ? kind : `${kind}:${userIdOf(session)}`;
}

/** The code of a kind that this tab has asked for. */
export const readBegunCode = (kind: BegunKind): BegunCode | null => readStored(begun, memberOf(kind));

/** Stores it in this tab; without room, only a reload loses it. */
export const keepBegunCode = (kind: BegunKind, code: BegunCode): void => void writeStored(begun, code, memberOf(kind));

/** A message is on its way to the address. Once the step that asked for it has been left, the tab may want another. */
export const keepSentCode = (kind: BegunKind, address: string, signal?: AbortSignal): void => {
  if (!signal?.aborted) keepBegunCode(kind, { address, sentAt: Date.now() });
};

/** A code was right: it ends that change, or began a session, which ends whatever visitors ask for. */
export function forgetBegunCodes(accepted: BegunKind): void {
  for (const kind of isChange(accepted) ? [accepted] : guestCodeKinds) removeStored(begun, memberOf(kind));
}
