import * as v from 'valibot';

const flagValueSchema = v.union([v.boolean(), v.string(), v.number()]);
export type FlagValue = v.InferOutput<typeof flagValueSchema>;

/** A value for some: for these addresses (`@example.com` stands for all of a domain), or for a share of all users. */
const flagTargetSchema = v.variant('to', [
  v.object({ to: v.literal('emails'), emails: v.array(v.string()), value: flagValueSchema }),
  v.object({
    to: v.literal('percentage'),
    percentage: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    value: flagValueSchema,
  }),
]);

/** The first target that a user belongs to counts; nobody's value is that of all others, and of visitors. */
const flagRuleSchema = v.object({ value: flagValueSchema, targets: v.array(flagTargetSchema) });

const flagNameSchema = v.pipe(v.string(), v.maxLength(128));
const flagSchema = v.union([flagValueSchema, flagRuleSchema]);

const isNoList = v.check((value: unknown) => !Array.isArray(value), 'must be an object');

/** Answer of `GET …/telemetry/feature-flags`, and what a server's file of flags holds: by name a value for everybody, or a rule. */
export const featureFlagsSchema = v.pipe(v.unknown(), isNoList, v.record(flagNameSchema, flagSchema));
export type FeatureFlags = v.InferOutput<typeof featureFlagsSchema>;

/** The same answer as the dashboard reads it: a flag in a form that is not known here counts as none, and costs no other. */
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

/** Whether an address is meant by an entry of a target's list. */
export const isAddressed = (entry: string, email: string): boolean => {
  const wanted = entry.trim().toLowerCase();
  const address = email.toLowerCase();
  return wanted.startsWith('@') ? address.endsWith(wanted) : address === wanted;
};

/** Flags that the dashboard itself asks for. */
export const knownFlags = {
  /** An incident is going on: a text says which. */
  ongoingIncident: 'ongoingIncident',
  /** Projects without mail settings of their own are asked for them. */
  customSmtpRequired: 'customSmtpRequired',
  /** The assistant for edge functions may be previewed. */
  functionsAssistant: 'functionsAssistant',
  /** The form for disk and compute size; never on FLY (specification, section 5). */
  diskAndComputeForm: 'diskAndComputeForm',
} as const;
export type KnownFlag = keyof typeof knownFlags;
