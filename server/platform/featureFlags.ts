import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { featureFlagsSchema, isAddressed, type FeatureFlags } from '../../src/contract/featureFlags.ts';
import { SettingsError } from '../settings.ts';

/** Gives the flags as they stand in the file now. */
export type ReadFeatureFlags = () => Promise<FeatureFlags>;

/**
 * Opens the file of feature flags; without one there are none. A file that is wrong at the start is a wrong setting;
 * one that becomes wrong later is logged, and the last good flags stay.
 */
export async function openFeatureFlags(file: string | null, log: Logger): Promise<ReadFeatureFlags> {
  if (file === null) return () => Promise.resolve({});
  let held: { changedAt: number; flags: FeatureFlags };
  try {
    held = { changedAt: await changeTime(file), flags: await readFlags(file) };
  } catch (error) {
    throw new SettingsError([`BASECHART_FLAGS_FILE names ${file}, which is not a readable JSON object of flags: ${describe(error)}.`]);
  }
  return async () => {
    try {
      const changedAt = await changeTime(file);
      if (changedAt !== held.changedAt) {
        // Kept first, so that a broken file is complained about once.
        held = { changedAt, flags: held.flags };
        held = { changedAt, flags: await readFlags(file) };
      }
    } catch (error) {
      log.warn({ err: error, file }, 'the feature flags could not be read again; the last good ones stay');
    }
    return held.flags;
  };
}

type Rule = Extract<FeatureFlags[string], object>;

/** The flags as the caller may read them: addresses of others stay here. Which share a user falls into, the dashboard works out. */
export const flagsFor = (flags: FeatureFlags, email: string | null): FeatureFlags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, typeof flag === 'object' ? ruleFor(flag, email) : flag]));

const ruleFor = ({ value, targets }: Rule, email: string | null): Rule => ({
  value,
  targets: targets.flatMap((target): Rule['targets'] => {
    if (target.to === 'percentage') return [target];
    return email !== null && target.emails.some((entry) => isAddressed(entry, email)) ? [{ ...target, emails: [email] }] : [];
  }),
});

const changeTime = async (file: string): Promise<number> => (await stat(file)).mtimeMs;

const readFlags = async (file: string): Promise<FeatureFlags> => v.parse(featureFlagsSchema, JSON.parse(await readFile(file, 'utf8')));

const describe = (error: unknown): string => error instanceof Error ? error.message : String(error);
