import { meaningfulWordsOf } from './words.ts';

/** A text of the guides, in parts that weigh differently. */
export interface WeighedText {
  parts: readonly { text: string; weight: number }[];
}

/**
 * Latent semantic analysis of some texts (Deerwester et al., 1990): each text and each term is a point, and texts with
 * terms that appear in the same company are near each other, also without a common word.
 */
export interface LatentSpace {
  terms: readonly string[];
  /** How much each term tells: a rare one more than a frequent one. */
  weights: Float32Array;
  /** One row of `dimensions` numbers for each term. */
  termVectors: Float32Array;
  /** One row for each text, of length 1. */
  textVectors: Float32Array;
}

export const dimensions = 96;
/** The subspace converges after a few rounds, as the first singular values of texts are far apart. */
const rounds = 5;
/** Letters of the parts of a word, by which a word with a typo and an inflected one are near the right one. */
const gramLength = 4;
/** A word has several of them, so each counts less. */
const gramWeight = 0.25;

/** The terms of a text with the weight of each: its words, and the parts of its longer words. */
function termsOf({ parts }: WeighedText): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight);
  for (const { text, weight } of parts) {
    for (const word of meaningfulWordsOf(text)) {
      count(word, weight);
      const padded = `_${word}_`;
      for (let at = 0; at + gramLength <= padded.length; at += 1)
        count(`~${padded.slice(at, at + gramLength)}`, weight * gramWeight);
    }
  }
  return new Map([...counts].map(([term, total]) => [term, Math.log1p(total)]));
}

/** A text as a sparse vector of length 1; terms that the space does not know are left out. */
interface SparseVector {
  at: readonly number[];
  values: readonly number[];
}

function sparse(
  terms: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, number>,
  weights: Float32Array,
): SparseVector {
  const at: number[] = [];
  const values: number[] = [];
  for (const [term, frequency] of terms) {
    const place = places.get(term);
    if (place === undefined) continue;
    at.push(place);
    values.push(frequency * weights[place]!);
  }
  const length = Math.hypot(...values) || 1;
  return { at, values: values.map((value) => value / length) };
}

/** The rows of the texts times the vectors of the terms. */
function project(texts: readonly SparseVector[], termVectors: Float32Array): Float32Array {
  const projected = new Float32Array(texts.length * dimensions);
  for (const [row, { at, values }] of texts.entries()) {
    for (const [index, place] of at.entries()) {
      const value = values[index]!;
      for (let axis = 0; axis < dimensions; axis += 1)
        projected[row * dimensions + axis]! += value * termVectors[place * dimensions + axis]!;
    }
  }
  return projected;
}

/** The columns of the terms times the vectors of the texts. */
function projectBack(texts: readonly SparseVector[], textVectors: Float32Array, termCount: number): Float32Array {
  const projected = new Float32Array(termCount * dimensions);
  for (const [row, { at, values }] of texts.entries()) {
    for (const [index, place] of at.entries()) {
      const value = values[index]!;
      for (let axis = 0; axis < dimensions; axis += 1)
        projected[place * dimensions + axis]! += value * textVectors[row * dimensions + axis]!;
    }
  }
  return projected;
}

/** Makes the columns orthogonal, each of length 1 (modified Gram–Schmidt). */
function orthonormalize(vectors: Float32Array): void {
  const rows = vectors.length / dimensions;
  const product = (one: number, other: number): number => {
    let sum = 0;
    for (let row = 0; row < rows; row += 1)
      sum += vectors[row * dimensions + one]! * vectors[row * dimensions + other]!;
    return sum;
  };
  for (let axis = 0; axis < dimensions; axis += 1) {
    for (let before = 0; before < axis; before += 1) {
      const share = product(axis, before);
      for (let row = 0; row < rows; row += 1)
        vectors[row * dimensions + axis]! -= share * vectors[row * dimensions + before]!;
    }
    // With fewer texts than dimensions nothing is left of the last columns.
    const length = Math.sqrt(product(axis, axis));
    const scale = length < 1e-6 ? 0 : 1 / length;
    for (let row = 0; row < rows; row += 1) vectors[row * dimensions + axis]! *= scale;
  }
}

function normalizeRows(vectors: Float32Array): Float32Array {
  for (let start = 0; start < vectors.length; start += dimensions) {
    const row = vectors.subarray(start, start + dimensions);
    const length = Math.hypot(...row) || 1;
    for (const [axis, value] of row.entries()) row[axis] = value / length;
  }
  return vectors;
}

/** The same numbers every time, so that the same guides give the same results (Lehmer’s generator). */
function numbersBetweenMinusOneAndOne(count: number): Float32Array {
  let state = 42;
  return Float32Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  });
}

/** The space of some texts, by subspace iteration. Takes a second for a thousand texts. */
export function latentSpaceOf(texts: readonly WeighedText[]): LatentSpace {
  const counted = texts.map(termsOf);
  const frequencies = new Map<string, number>();
  for (const terms of counted) for (const term of terms.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const terms = [...frequencies.keys()];
  const places = new Map(terms.map((term, place) => [term, place]));
  const weights = Float32Array.from(terms, (term) => Math.log1p(texts.length / frequencies.get(term)!));
  const rows = counted.map((counts) => sparse(counts, places, weights));

  let termVectors = numbersBetweenMinusOneAndOne(terms.length * dimensions);
  for (let round = 0; round < rounds; round += 1) {
    // Of the texts, because there are far fewer of them than terms.
    const textVectors = project(rows, termVectors);
    orthonormalize(textVectors);
    termVectors = projectBack(rows, textVectors, terms.length);
  }
  orthonormalize(termVectors);
  return { terms, weights, termVectors, textVectors: normalizeRows(project(rows, termVectors)) };
}

/** The vectors of the texts of a space, in their order. */
export function textVectorsIn(
  { terms, weights, termVectors }: Omit<LatentSpace, 'textVectors'>,
  texts: readonly WeighedText[],
): Float32Array {
  const places = new Map(terms.map((term, place) => [term, place]));
  const vectors = new Float32Array(texts.length * dimensions);
  // One after the other: the terms of many texts would fill the memory.
  for (const [row, text] of texts.entries())
    vectors.set(project([sparse(termsOf(text), places, weights)], termVectors), row * dimensions);
  return normalizeRows(vectors);
}

/** Gives the point of a question, of length 1; null where it has no known term. */
export function pointIn({ terms, weights, termVectors }: Omit<LatentSpace, 'textVectors'>) {
  const places = new Map(terms.map((term, place) => [term, place]));
  return (question: string): Float32Array | null => {
    const asked = sparse(termsOf({ parts: [{ text: question, weight: 1 }] }), places, weights);
    return asked.at.length === 0 ? null : normalizeRows(project([asked], termVectors));
  };
}
