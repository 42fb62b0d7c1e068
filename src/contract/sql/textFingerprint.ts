import * as v from 'valibot';

/** Tells a text from others without storing it. */
export const textFingerprintSchema = v.object({ length: v.number(), hash: v.number() });
export type TextFingerprint = v.InferOutput<typeof textFingerprintSchema>;

/**
 * A hash of 53 bits (cyrb53), fast enough for the longest query. Two texts have the same hash only by a rare accident.
 * It confirms a guess at a text, so traces leave it out.
 */
function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0);
}

export const fingerprintOf = (text: string): TextFingerprint => ({ length: text.length, hash: hashOf(text) });

/** Whether a text is the one that a fingerprint is of. Most edits change its length, which is compared first. */
export const matchesFingerprint = ({ length, hash }: TextFingerprint, text: string): boolean =>
  text.length === length && hashOf(text) === hash;
