import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(4096));
const name = v.pipe(v.string(), v.maxLength(256));

/** Postgres' stack limit is lower than the nesting that JSON allows. */
const nestingLimit = 10;

const isShallow = (value: unknown, depth = nestingLimit): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));

/** Facts about the browser that every message carries (specification, section 3, "Telemetry bodies"). */
const browserSchema = v.object({
  referrer: text,
  language: name,
  user_agent: text,
  search: text,
  viewport_height: v.number(),
  viewport_width: v.number(),
});

const pageEntries = { page_url: text, page_title: text, pathname: text };

const telemetryEventSchema = v.object({
  action: name,
  ...pageEntries,
  ph: browserSchema,
  custom_properties: v.optional(
    v.pipe(
      v.record(name, v.unknown()),
      v.check((properties) => isShallow(properties), 'nested too deeply'),
    ),
  ),
});
export const telemetryPageSchema = v.object({ ...pageEntries, ph: browserSchema });
const telemetryPageLeaveSchema = v.object(pageEntries);
const telemetryIdentifySchema = v.object({
  user_id: name,
  organization_slug: v.optional(name),
  project_ref: v.optional(name),
});
const telemetryGroupsIdentifySchema = v.object({
  organization_slug: v.optional(name),
  project_ref: v.optional(name),
});
const telemetryGroupsResetSchema = v.object({
  reset_organization: v.optional(v.boolean()),
  reset_project: v.optional(v.boolean()),
});

/** Each kind of message with its body; the kind is the path below `/telemetry/`. `reset` has no body. */
export const telemetrySchemas = {
  event: telemetryEventSchema,
  identify: telemetryIdentifySchema,
  page: telemetryPageSchema,
  'page-leave': telemetryPageLeaveSchema,
  'groups/identify': telemetryGroupsIdentifySchema,
  'groups/reset': telemetryGroupsResetSchema,
} as const;
export type TelemetryKind = keyof typeof telemetrySchemas;
export type TelemetryBody<Kind extends TelemetryKind> = v.InferOutput<(typeof telemetrySchemas)[Kind]>;
