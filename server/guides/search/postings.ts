/** The sections with one stem, and how much it says about each: 0 to 1. */
export interface Postings {
  /** How many sections have the stem, of which the best are listed. */
  count: number;
  sections: Int32Array;
  values: Float32Array;
}

const numberBytes = 4;

/** The count and both arrays, one after the other. */
export const bytesOfPostings = ({ count, sections, values }: Postings): Buffer =>
  Buffer.concat(
    [Int32Array.of(count), sections, values].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  );

/** A copy, because the bytes of a row may begin anywhere. */
export function postingsOf(bytes: Uint8Array): Postings {
  const { buffer } = new Uint8Array(bytes);
  const length = (buffer.byteLength / numberBytes - 1) / 2;
  const [count = 0] = new Int32Array(buffer, 0, 1);
  return {
    count,
    sections: new Int32Array(buffer, numberBytes, length),
    values: new Float32Array(buffer, numberBytes * (1 + length)),
  };
}

/** Of a stem that the docs do not have. */
export const noPostings: Postings = { count: 0, sections: new Int32Array(), values: new Float32Array() };

/** Bytes in memory, with those of the object itself. */
export const sizeOfPostings = ({ sections, values }: Postings): number => sections.byteLength + values.byteLength + 200;
