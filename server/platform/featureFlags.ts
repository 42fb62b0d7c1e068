import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import * as v from 'valibot';
import {
  featureFlagsSchema,
  isAddressed,
  type FeatureFlags,
  type KnownFlag,
} from '../../src/contract/ambient/featureFlags.ts';
import { SettingsError } from '../common/settings.ts';

/** Returns the current flags of the file. */
export type ReadFeatureFlags = () => Promise<FeatureFlags>;

/** Errors in the file, for the operator; null when there are none. */
export function problemOfFlagsFile(file: string): string | null {
  try {
    parseFlags(readFileSync(file, 'utf8'));
    return null;
  } catch (error) {
    return asProblem(file, error);
  }
}

/**
 * Opens the file of feature flags; without one there are none. A file that is invalid at the start is a setting error;
 * one that becomes invalid later is logged, and the last good flags stay.
 */
export async function openFeatureFlags(file: string | null, log: Logger): Promise<ReadFeatureFlags> {
  if (file === null) return () => Promise.resolve({});
  let held: { changedAt: number; flags: FeatureFlags };
  try {
    held = { changedAt: await changeTime(file), flags: await readFlags(file) };
  } catch (error) {
    throw new SettingsError([asProblem(file, error)]);
  }
  return async () => {
    try {
      const changedAt = await changeTime(file);
      if (changedAt !== held.changedAt) {
        // Stored first, so that a broken file is reported once.
        held = { changedAt, flags: held.flags };
        held = { changedAt, flags: await readFlags(file) };
      }
    } catch (error) {
      log.warn(
        { problem: describe(error), file },
        'failed to reload the feature flags; the last valid ones stay in effect',
      );
    }
    return held.flags;
  };
}

type Rule = Extract<FeatureFlags[string], object>;

/**
 * The flags as the caller may read them, without the addresses of others. The dashboard computes percentages itself.
 */
export const flagsFor = (flags: FeatureFlags, email: string | null): FeatureFlags =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, typeof flag === 'object' ? ruleFor(flag, email) : flag]),
  );

const ruleFor = ({ value, targets }: Rule, email: string | null): Rule => ({
  value,
  targets: targets.flatMap((target): Rule['targets'] => {
    if (target.to === 'percentage') return [target];
    return email !== null && target.emails.some((entry) => isAddressed(entry, email))
      ? [{ ...target, emails: [email] }]
      : [];
  }),
});

/** Whether a flag is on for visitors, who have no address. */
export function isOnForVisitors(flags: FeatureFlags, name: KnownFlag): boolean {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  return Boolean(typeof flag === 'object' ? flag.value : flag);
}

const changeTime = async (file: string): Promise<number> => (await stat(file)).mtimeMs;

const parseFlags = (text: string): FeatureFlags => v.parse(featureFlagsSchema, JSON.parse(text));

const readFlags = async (file: string): Promise<FeatureFlags> => parseFlags(await readFile(file, 'utf8'));

const asProblem = (file: string, error: unknown): string =>
  `BASECHART_FLAGS_FILE names ${file}, which is not a readable JSON object of flags: ${describe(error)}.`;

/** What is wrong and where. A flag that is neither a value nor a rule is reported as an invalid rule. */
function describe(error: unknown): string {
  if (!v.isValiError(error)) return error instanceof Error ? error.message : String(error);
  let issue: v.BaseIssue<unknown> = error.issues[0];
  const path: unknown[] = [];
  for (;;) {
    path.push(...(issue.path ?? []).map(({ key }) => key));
    const inner = issue.issues?.find(({ path: within }) => within !== undefined);
    if (inner === undefined) return path.length === 0 ? issue.message : `${path.join('.')}: ${issue.message}`;
    issue = inner;
  }
}
