import type * as Aids from './aids.ts';

/** Suggestions, find and replace and marks of errors: a text can be seen and edited without. */
export const aidsPart = {
  /** Null until its code has loaded. */
  aids: null as typeof Aids | null,
  async load(): Promise<typeof Aids> {
    aidsPart.aids = await import('./aids.ts');
    return aidsPart.aids;
  },
};
