/** Areas that a profile's `disabled_features` may hide, by the names that are written there. Another platform may name others, which mean nothing here. */
export const features = [
  'organizations:create',
  'projects:create',
  'sql_editor:all',
  'billing:all',
  'feature_previews:all',
] as const;
export type Feature = (typeof features)[number];
