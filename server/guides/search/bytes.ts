/** Numbers as a column of bytes keeps them. */
export const bytesOf = (numbers: Float32Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** A copy, because the bytes of a row may begin anywhere. */
export const numbersOf = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);
