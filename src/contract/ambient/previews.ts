import type { KnownFlag } from './featureFlags.ts';

/** Features that a user may enable before they are released. */
export const previewIds = ['apiSidePanel', 'columnPrivileges', 'functionsAssistant'] as const;
export type PreviewId = (typeof previewIds)[number];

/** The previews whose features exist in this version: without one, users are offered none. */
export const previewsInEffect: readonly PreviewId[] = [];

/** The enabled previews; a preview that is not listed is disabled. */
export type EnabledPreviews = Readonly<Partial<Record<PreviewId, boolean>>>;

/** A preview that is only announced until its flag is on. */
export const previewFlags: Readonly<Partial<Record<PreviewId, KnownFlag>>> = {
  functionsAssistant: 'functionsAssistant',
};
