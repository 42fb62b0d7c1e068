import { isAddressed, type FeatureFlags, type FlagValue } from '../../../contract/ambient/featureFlags.ts';

/** A number from 0 up to 100 that is always the same for the same text (FNV-1a, with its bits mixed). */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}

/**
 * A flag's value for a user, or for a visitor without an address; undefined for an unknown flag. A user's bucket
 * differs for each flag, so that the same users are not always first.
 */
export function evaluateFlag(flags: FeatureFlags, name: string, email: string | null): FlagValue | undefined {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (typeof flag !== 'object') return flag;
  const address = email?.toLowerCase();
  const target =
    address === undefined
      ? undefined
      : flag.targets.find((one) =>
          one.to === 'emails'
            ? one.emails.some((entry) => isAddressed(entry, address))
            : shareOf(`${name}:${address}`) < one.percentage,
        );
  return target ? target.value : flag.value;
}
