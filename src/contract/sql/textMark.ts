import * as v from 'valibot';

/** Tells a text from others without storing it. */
export const textMarkSchema = v.object({ length: v.number(), hash: v.number() });
export type TextMark = v.InferOutput<typeof textMarkSchema>;

/** A hash of 53 bits (cyrb53): fast enough for the longest query, and equal for two texts by no accident. */
export function hashOf(text: string): number {
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

export const textMarkOf = (text: string): TextMark => ({ length: text.length, hash: hashOf(text) });

/** Whether a text is the one that was marked. Most edits change its length, which is compared first. */
export const isMarkedText = ({ length, hash }: TextMark, text: string): boolean =>
  text.length === length && hashOf(text) === hash;
