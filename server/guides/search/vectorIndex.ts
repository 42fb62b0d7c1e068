import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import { byScore, type RankedSection } from './docsSection.ts';
import { batchesOf, docsTable, writeDocsTables } from './docsTables.ts';

/** The vectors of all sections, for one space. A section is near a question by 1 in the same direction, 0 across it. */
export interface VectorIndex {
  /** The nearest sections, the nearest first. */
  nearest(question: Float32Array, limit: number): Promise<RankedSection[]>;
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
        Array.from({ length: vectors.length / dimensions }, (_, id) => ({ id, score: nearnessTo(question, id) }))
          .toSorted(byScore)
          .slice(0, limit),
      ),
    nearnessOf: (question, sections) => Promise.resolve(sections.map((section) => nearnessTo(question, section))),
  };
}

/** pgvector's HNSW index takes vectors of this many numbers, and of twice as many at half the precision. */
const fullPrecision = 2_000;
const halfPrecision = 4_000;

/**
 * Building the index takes five times as long where it does not fit into this memory: 50,000 vectors of 100 numbers
 * do. A server that allows more keeps it.
 */
const buildMemory = '64MB';

/** Numbers of four bytes have seven digits. */
const precision = 1e7;

const literalOf = (vector: Float32Array): string =>
  `[${Array.from(vector, (number) => Math.round(number * precision) / precision).join(',')}]`;

/** The vectors in a table with an HNSW index, written unless they are there. */
export async function vectorsInPostgres(
  db: ControlDatabase,
  { schema, name, ...found }: SectionVectors & { schema: string; name: string },
): Promise<VectorIndex> {
  const { hash, dimensions } = found;
  if (dimensions > halfPrecision) return vectorsInMemory(found);
  const type = dimensions > fullPrecision ? 'halfvec' : 'vector';
  const table = docsTable(name, hash);
  const typed = sql`${sql.id(schema, type)}(${sql.lit(dimensions)})`;
  const distance = (question: Float32Array) =>
    sql`vector operator(${sql.id(schema)}.<=>) ${literalOf(question)}::${sql.id(schema, type)}`;

  await writeDocsTables(db, hash, [name], async (transaction) => {
    const vectors = found.vectors();
    const ids = Array.from({ length: vectors.length / dimensions }, (_, id) => id);
    const vectorOf = (id: number) => literalOf(vectors.subarray(id * dimensions, (id + 1) * dimensions));
    await sql`create table ${table} (id int, vector ${typed} not null)`.execute(transaction);
    for (const some of batchesOf(ids))
      await sql`insert into ${table} select * from
        unnest(${some}::int[], ${some.map(vectorOf)}::text[]::${typed}[])`.execute(transaction);
    await sql`alter table ${table} add primary key (id)`.execute(transaction);
    await sql`select set_config('maintenance_work_mem', ${buildMemory}, true)
      where pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes(${buildMemory})`.execute(
      transaction,
    );
    await sql`create index on ${table} using hnsw (vector ${sql.id(schema, `${type}_cosine_ops`)})`.execute(
      transaction,
    );
  });
  return {
    async nearest(question, limit) {
      const { rows } = await sql<RankedSection>`
        select id, 1 - distance as score
        from (select id, ${distance(question)} as distance from ${table} order by ${distance(question)}
          limit ${sql.lit(limit)}) as near
        order by distance, id`.execute(db);
      return rows;
    },
    async nearnessOf(question, sections) {
      const { rows } = await sql<RankedSection>`
        select id, 1 - (${distance(question)}) as score from ${table} where id = any(${[...sections]}::int[])`.execute(
        db,
      );
      const byId = new Map(rows.map(({ id, score }) => [id, score]));
      return sections.map((id) => byId.get(id) ?? 0);
    },
  };
}
