/**
 * Features that a profile's `disabled_features` may hide. Another platform may name others, which this dashboard
 * ignores.
 */
export const features = [
  'organizations:create',
  'projects:create',
  'sql_editor:all',
  'billing:all',
  'feature_previews:all',
] as const;
export type Feature = (typeof features)[number];
