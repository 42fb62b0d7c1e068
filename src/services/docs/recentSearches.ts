import * as v from 'valibot';
import { entry, readStored, writeStored } from '../browser/storage.ts';

const recentSearches = entry('recent-docs-searches', v.array(v.string()));

/** The searches whose results the user opened, the latest first. They are cleared at sign-out. */
export const loadRecentSearches = (): readonly string[] => readStored(recentSearches) ?? [];

/** A browser that refuses to store them keeps them as long as the page. */
export const saveRecentSearches = (searches: readonly string[]): void =>
  void writeStored(recentSearches, [...searches]);
