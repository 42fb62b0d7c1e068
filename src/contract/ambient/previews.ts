import type { KnownFlag } from './featureFlags.ts';

/** Parts of the dashboard that a user may switch on before everybody gets them. */
export const previewIds = ['apiSidePanel', 'columnPrivileges', 'functionsAssistant'] as const;
export type PreviewId = (typeof previewIds)[number];

/** Which are on; one that is not named is off. */
export type EnabledPreviews = Readonly<Partial<Record<PreviewId, boolean>>>;

/** A preview that is only announced until its flag is on. */
export const previewFlags: Readonly<Partial<Record<PreviewId, KnownFlag>>> = {
  functionsAssistant: 'functionsAssistant',
};
