import * as v from 'valibot';

const flagValueSchema = v.union([v.boolean(), v.string(), v.number()]);
export type FlagValue = v.InferOutput<typeof flagValueSchema>;

/**
 * A value for some users: for these addresses (`@example.com` matches a whole domain), or for a percentage of all
 * users.
 */
const flagTargetSchema = v.variant('to', [
  v.object({ to: v.literal('emails'), emails: v.array(v.string()), value: flagValueSchema }),
  v.object({
    to: v.literal('percentage'),
    percentage: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    value: flagValueSchema,
  }),
]);

/** The first matching target wins. Users without a match, and visitors, get the rule's own value. */
const flagRuleSchema = v.object({ value: flagValueSchema, targets: v.array(flagTargetSchema) });

const flagNameSchema = v.pipe(v.string(), v.maxLength(128));
const flagSchema = v.union([flagValueSchema, flagRuleSchema]);

const isNoList = v.check((value: unknown) => !Array.isArray(value), 'must be an object');

/**
 * Response of `GET …/telemetry/feature-flags`, and the content of the flags file: by name a value for all users, or a
 * rule.
 */
export const featureFlagsSchema = v.pipe(v.unknown(), isNoList, v.record(flagNameSchema, flagSchema));
export type FeatureFlags = v.InferOutput<typeof featureFlagsSchema>;

/**
 * The same response as the dashboard reads it: a flag in an unknown form is ignored, so that it does not invalidate the
 * others.
 */
export const readFeatureFlagsSchema = v.pipe(
  v.unknown(),
  isNoList,
  v.record(v.string(), v.unknown()),
  v.transform((flags): FeatureFlags =>
    Object.fromEntries(
      Object.entries(flags).filter((entry): entry is [string, FeatureFlags[string]] => v.is(flagSchema, entry[1])),
    ),
  ),
);

/** Whether an address matches an entry of a target's list. */
export const isAddressed = (entry: string, email: string): boolean => {
  const wanted = entry.trim().toLowerCase();
  const address = email.toLowerCase();
  return wanted.startsWith('@') ? address.endsWith(wanted) : address === wanted;
};

/** Flags that the dashboard reads. */
export const knownFlags = {
  /** An incident is in progress; a text describes it. */
  ongoingIncident: 'ongoingIncident',
  /** Shows a banner in projects without mail settings. */
  customSmtpRequired: 'customSmtpRequired',
  /** Makes the preview of the assistant for edge functions available. */
  functionsAssistant: 'functionsAssistant',
  /** The form for disk and compute size; never on FLY (specification, section 5). */
  diskAndComputeForm: 'diskAndComputeForm',
} as const;
export type KnownFlag = keyof typeof knownFlags;
