import { readStored, removeStored, storageEntries, writeStored } from './storage.ts';

/** A page view that was saved before there was consent, under the same name as what is stored. */
export const telemetryCookie = storageEntries.telemetryData.key;

export const deleteTelemetryCookie = (): void => {
  document.cookie = `${telemetryCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax`;
};

/** Null as long as nobody has chosen. */
export const readConsent = (): boolean | null => readStored('telemetryConsent');

/** Stores the choice, which tells every other tab; a refusal takes along what telemetry has stored. */
export function keepConsent(choice: boolean): void {
  // Where there is no room for a refusal, no older consent stands in its place.
  if (!writeStored('telemetryConsent', choice)) removeStored('telemetryConsent');
  if (choice) return;
  deleteTelemetryCookie();
  removeStored('telemetryData');
}
