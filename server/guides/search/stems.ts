import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';

export interface WordStem {
  word: string;
  stem: string;
}

/** The stem of each word; words that are in any text, such as "how", have none. */
export async function stemsOf(db: ControlDatabase, words: readonly string[]): Promise<WordStem[]> {
  const { rows } = await sql<WordStem>`
    select word, stem from unnest(${[...words]}::text[]) as asked (word)
    cross join lateral unnest(ts_lexize('pg_catalog.english_stem', word)) as stem`.execute(db);
  return rows;
}
