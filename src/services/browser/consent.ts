import { readStored, removeStored, writeStored } from './storage.ts';

/** A page view that was saved before there was consent. */
export const telemetryCookie = 'basechart-telemetry-data';

export const deleteTelemetryCookie = (): void => {
  document.cookie = `${telemetryCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax`;
};

/** Null until the user has chosen. */
export const readConsent = (): boolean | null => readStored('telemetryConsent');

/** Stores the choice, which notifies the other tabs; a refusal also deletes the saved page view. */
export function keepConsent(choice: boolean): void {
  // If the refusal cannot be stored, an older consent must not survive.
  if (!writeStored('telemetryConsent', choice)) removeStored('telemetryConsent');
  if (!choice) deleteTelemetryCookie();
}
