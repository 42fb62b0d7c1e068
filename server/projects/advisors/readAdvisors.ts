import type { Client } from 'pg';
import { findingsPerLint, type Advisors } from '../../../src/contract/advisors/advisors.ts';
import { qualifiedName } from '../../../src/contract/sql/quotedName.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { flushStatistics } from '../engines/flushStatistics.ts';
import { lintPrefix, type FoundRow, type LintRule } from './lint.ts';
import { performanceLints } from './performanceLints.ts';
import { securityLints } from './securityLints.ts';

/** Each check of a project's catalog, the most urgent first in its category. */
export const lintRules: readonly LintRule[] = [...securityLints, ...performanceLints];

const statement = (sql: string): string => `${lintPrefix}, found as (${sql}), counted as (
    select found.*, count(*) over () as total from found
    order by schema collate "C", name collate "C", key collate "C" limit ${findingsPerLint}
  )
  select coalesce(max(total), 0)::int as count,
    coalesce(json_agg(to_json(counted) order by schema collate "C", name collate "C", key collate "C"), '[]') as rows
  from counted`;

/** The section with a title that is words only. */
const guideOf = (title: string): string => `database/advisors#${title.toLowerCase().replaceAll(' ', '-')}`;

/** Of all lints together. */
const answerMaxBytes = 8 * 1024 * 1024;

/** Characters of a detail, which may name many columns. */
const detailMaxLength = 500;

const cut = (text: string): string => (text.length > detailMaxLength ? `${text.slice(0, detailMaxLength)}…` : text);

async function findingsOf(client: Client, rule: LintRule, exposedSchemas: readonly string[]) {
  const {
    rows: [answer],
  } = await client.query<{ count: number; rows: FoundRow[] }>(statement(rule.sql), [exposedSchemas]);
  const findings = (answer?.rows ?? []).map((found) => {
    const { schema, name, kind, table, key, detail, remedy } = rule.complete?.(found) ?? found;
    return {
      id: `${rule.name}:${key ?? qualifiedName(schema ?? '', name)}`,
      schema,
      name,
      kind,
      table: table === null ? null : Number(table),
      detail: detail === null ? null : cut(detail),
      remedy,
    };
  });
  return { count: answer?.count ?? 0, findings };
}

/**
 * What the lints find in the catalog as the session's role sees it, all at the same moment. Nothing can be written
 * meanwhile.
 *
 * @param exposedSchemas Schemas that the Data API shows.
 */
export async function readAdvisors(client: Client, exposedSchemas: readonly string[]): Promise<Advisors> {
  return await withBoundedAnswer(client, answerMaxBytes, async () => {
    await flushStatistics(client);
    // Names are written in full then, and compiling such queries takes longer than running them.
    await client.query(
      'begin isolation level repeatable read, read only; set local search_path = pg_catalog; set local jit = off',
    );
    try {
      const lints: Advisors['lints'] = [];
      for (const rule of lintRules) {
        const { name, title, description, category, level } = rule;
        const found = await findingsOf(client, rule, exposedSchemas);
        lints.push({
          name,
          title,
          description,
          category,
          level,
          guide: guideOf(title),
          ...found,
        });
      }
      return { lints };
    } finally {
      await client.query('rollback').catch(() => undefined);
    }
  });
}
