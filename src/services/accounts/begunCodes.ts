import { begunCodeSchema, begunKinds, type BegunCode, type BegunKind } from '../../contract/accounts/begunCode.ts';
import { entry, readStored, removeStored, writeStored } from '../browser/storage.ts';

const begun = entry('begun-code', begunCodeSchema, { ofTab: true });

/** The code of a kind that this tab has asked for. */
export const readBegunCode = (kind: BegunKind): BegunCode | null => readStored(begun, kind);

/** Stores it in this tab; without room, only a reload loses it. */
export const keepBegunCode = (kind: BegunKind, code: BegunCode): void => void writeStored(begun, code, kind);

/** A message is on its way to the address. */
export const keepSentCode = (kind: BegunKind, address: string): void =>
  keepBegunCode(kind, { address, sentAt: Date.now() });

/** A code was right. */
export function forgetBegunCodes(): void {
  for (const kind of begunKinds) removeStored(begun, kind);
}
