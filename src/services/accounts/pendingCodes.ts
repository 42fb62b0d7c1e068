import {
  pendingCodeSchema,
  changeCodeKinds,
  guestCodeKinds,
  type PendingCode,
  type PendingCodeKind,
} from '../../contract/accounts/pendingCode.ts';
import { userIdOf } from '../../contract/accounts/session.ts';
import { entry, readStored, removeStored, writeStored } from '../browser/storage.ts';
import { heldSession } from './sessionStore.ts';

const pending = entry('begun-code', pendingCodeSchema, { ofTab: true });

const isChange = (kind: PendingCodeKind): boolean => changeCodeKinds.some((one) => one === kind);

/** A change is its user's: another who signs in later may come to the same tab. */
function memberOf(kind: PendingCodeKind): string {
  const session = isChange(kind) ? heldSession() : null;
  return session === null ? kind : `${kind}:${userIdOf(session)}`;
}

/** The code of a kind that this tab has asked for. */
export const readPendingCode = (kind: PendingCodeKind): PendingCode | null => readStored(pending, memberOf(kind));

/** Stores it in this tab; without room, only a reload loses it. */
export const storePendingCode = (kind: PendingCodeKind, code: PendingCode): void =>
  void writeStored(pending, code, memberOf(kind));

/** A message is on its way to the address. Once the step that asked for it has been left, the tab may want another. */
export const keepSentCode = (kind: PendingCodeKind, address: string, signal?: AbortSignal): void => {
  if (!signal?.aborted) storePendingCode(kind, { address, sentAt: Date.now() });
};

/** A code was right: it ends that change, or began a session, which ends whatever visitors ask for. */
export function deletePendingCodes(accepted: PendingCodeKind): void {
  for (const kind of isChange(accepted) ? [accepted] : guestCodeKinds) removeStored(pending, memberOf(kind));
}
