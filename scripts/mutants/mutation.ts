/** A small change to the code that a test should detect. */
import type { Edit } from './syntax.ts';

export interface Mutation {
  /** The kind of change. */
  operator: string;
  /** Path of names to the changed code: states, functions, components. */
  where: string;
  /** The changed code, and its replacement; empty if the code is removed. */
  before: string;
  after: string;
  /** Stands in the key for `before` where that includes text, such as a description, that may change independently. */
  label?: string;
  /** Offset of the changed code. */
  start: number;
  edits: readonly Edit[];
}
