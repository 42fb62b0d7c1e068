import { readStored, removeStored, storageEntries, writeStored } from './storage.ts';

/** A page view that was saved before there was consent, under the same name as the stored one. */
export const telemetryCookie = storageEntries.telemetryData.key;

export const deleteTelemetryCookie = (): void => {
  document.cookie = `${telemetryCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax`;
};

/** Null until the user has chosen. */
export const readConsent = (): boolean | null => readStored('telemetryConsent');

/** Stores the choice, which notifies the other tabs; a refusal also deletes what telemetry has stored. */
export function keepConsent(choice: boolean): void {
  // If the refusal cannot be stored, an older consent must not survive.
  if (!writeStored('telemetryConsent', choice)) removeStored('telemetryConsent');
  if (choice) return;
  deleteTelemetryCookie();
  removeStored('telemetryData');
}
