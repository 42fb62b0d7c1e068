import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import { batchesOf, lockIndex } from './indexDocs.ts';

/** How near a section is to a question: 1 is the same direction, 0 none in common. */
export interface NearSection {
  section: number;
  nearness: number;
}

/** The vectors of all sections, for one space. */
export interface VectorIndex {
  /** The nearest sections, the nearest first. */
  nearest(question: Float32Array, limit: number): Promise<NearSection[]>;
  /** How near these sections are, in their order. */
  nearnessOf(question: Float32Array, sections: readonly number[]): Promise<number[]>;
}

/** One after the other, each of the space's length and of length 1. */
export interface SectionVectors {
  hash: string;
  dimensions: number;
  /** Only called where they are not in the database. */
  vectors: () => Float32Array;
}

/** Compares in memory, where Postgres has no pgvector. */
export function vectorsInMemory({ dimensions, ...found }: SectionVectors): VectorIndex {
  const vectors = found.vectors();
  const nearnessTo = (question: Float32Array, section: number): number => {
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis += 1) sum += question[axis]! * vectors[section * dimensions + axis]!;
    return sum;
  };
  return {
    nearest: (question, limit) =>
      Promise.resolve(
        Array.from({ length: vectors.length / dimensions }, (_, section) => ({
          section,
          nearness: nearnessTo(question, section),
        }))
          .toSorted((one, other) => other.nearness - one.nearness)
          .slice(0, limit),
      ),
    nearnessOf: (question, sections) => Promise.resolve(sections.map((section) => nearnessTo(question, section))),
  };
}

/** pgvector's HNSW index takes vectors of this many numbers, and of twice as many at half the precision. */
const fullPrecision = 2_000;
const halfPrecision = 4_000;

const literalOf = (vector: Float32Array): string => `[${vector.join(',')}]`;

/**
 * The vectors in a table with an HNSW index, written where they are not those of the hash. The table is derived from
 * what the control plane keeps, so no migration knows it.
 */
export async function vectorsInPostgres(
  db: ControlDatabase,
  { schema, table, ...found }: SectionVectors & { schema: string; table: string },
): Promise<VectorIndex> {
  const { hash, dimensions } = found;
  if (dimensions > halfPrecision) return vectorsInMemory(found);
  const type = dimensions > fullPrecision ? 'halfvec' : 'vector';
  const name = sql.id('basechart', table);
  const typed = sql`${sql.id(schema, type)}(${sql.lit(dimensions)})`;
  const distance = (question: Float32Array) =>
    sql`vector operator(${sql.id(schema)}.<=>) ${literalOf(question)}::${sql.id(schema, type)}`;

  const { rows } = await sql<{ hash: string | null }>`
    select pg_catalog.obj_description(pg_catalog.to_regclass(${`basechart.${table}`}), 'pg_class') as hash`.execute(db);
  if (rows[0]?.hash !== hash) {
    const vectors = found.vectors();
    const all = Array.from({ length: vectors.length / dimensions }, (_, section) => ({
      section,
      vector: literalOf(vectors.subarray(section * dimensions, (section + 1) * dimensions)),
    }));
    await db.transaction().execute(async (transaction) => {
      await lockIndex(transaction);
      await sql`drop table if exists ${name}`.execute(transaction);
      await sql`create table ${name} (section int primary key, vector ${typed} not null)`.execute(transaction);
      for (const some of batchesOf(all))
        await sql`insert into ${name} select * from
          unnest(${some.map(({ section }) => section)}::int[], ${some.map(({ vector }) => vector)}::text[]::${typed}[])`.execute(
          transaction,
        );
      await sql`create index on ${name} using hnsw (vector ${sql.id(schema, `${type}_cosine_ops`)})`.execute(
        transaction,
      );
      await sql`comment on table ${name} is ${sql.lit(hash)}`.execute(transaction);
    });
    await sql`analyze ${name}`.execute(db);
  }
  return {
    async nearest(question, limit) {
      const { rows: near } = await sql<NearSection>`
        select section, 1 - distance as nearness
        from (select section, ${distance(question)} as distance from ${name} order by ${distance(question)}
          limit ${sql.lit(limit)}) as near
        order by distance, section`.execute(db);
      return near;
    },
    async nearnessOf(question, sections) {
      const { rows: near } = await sql<NearSection>`
        select section, 1 - (${distance(question)}) as nearness from ${name}
        where section = any(${[...sections]}::int[])`.execute(db);
      const bySection = new Map(near.map(({ section, nearness }) => [section, nearness]));
      return sections.map((section) => bySection.get(section) ?? 0);
    },
  };
}
