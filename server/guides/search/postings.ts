/** The sections with one stem, and how much it says about each: 0 to 1. */
export interface Postings {
  sections: Int32Array;
  values: Float32Array;
}

/** Both arrays, one after the other: each number has four bytes. */
export const bytesOfPostings = ({ sections, values }: Postings): Buffer =>
  Buffer.concat([sections, values].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));

/** A copy, because the bytes of a row may begin anywhere. */
export function postingsOf(bytes: Uint8Array): Postings {
  const { buffer } = new Uint8Array(bytes);
  const half = buffer.byteLength / 2;
  return { sections: new Int32Array(buffer, 0, half / 4), values: new Float32Array(buffer, half) };
}
