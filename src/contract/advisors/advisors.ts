import * as v from 'valibot';

export const findingCategories = ['security', 'performance'] as const;
export type FindingCategory = (typeof findingCategories)[number];

/** The most urgent first. */
export const findingLevels = ['error', 'warning', 'info'] as const;
export type FindingLevel = (typeof findingLevels)[number];

/** The most findings of one lint that an answer lists; `count` has the number of all. */
export const findingsPerLint = 100;

const text = v.nullable(v.string());

/** Answer of `GET …/projects/{ref}/advisors`: each lint with what it found in the project's catalog. */
export const advisorsSchema = v.object({
  lints: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      description: v.string(),
      category: v.picklist(findingCategories),
      level: v.picklist(findingLevels),
      /** Address of its section below `/guides`. */
      guide: v.string(),
      count: v.number(),
      findings: v.array(
        v.object({
          /** The same for the same object, as long as that has its name. */
          id: v.string(),
          /** Null for what is in no schema. */
          schema: text,
          name: v.string(),
          /** As `table` or `policy`. */
          kind: v.string(),
          /** Oid of the table, or of the table that the object belongs to, by which the table editor opens it. */
          table: v.nullable(v.number()),
          detail: text,
          /** SQL that removes the finding; null where only a developer can decide. It is never run without the user. */
          remedy: text,
        }),
      ),
    }),
  ),
});
export type Advisors = v.InferOutput<typeof advisorsSchema>;
export type Lint = Advisors['lints'][number];
export type Finding = Lint['findings'][number];
