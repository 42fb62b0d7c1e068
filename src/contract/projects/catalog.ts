import * as v from 'valibot';
import { picklistOr } from '../common/picklistOr.ts';

/** The schema information for completion: `GET …/projects/{ref}/database/catalog`. System schemas are left out. */
export const catalogSchema = v.object({
  schemas: v.array(
    v.object({
      name: v.string(),
      relations: v.array(
        v.object({
          /**
           * Its oid, by which the table editor opens it; null in a schema that its role may not look into. Other
           * platforms may not say.
           */
          id: v.optional(v.nullable(v.number())),
          name: v.string(),
          kind: picklistOr(['table', 'view', 'materialized view', 'foreign table', 'partitioned table'], 'table'),
          /**
           * SQL that closes it, where anyone with the public key can read all its rows. A platform that does not say so
           * is not accused of anything.
           */
          remedy: v.optional(v.nullable(v.string()), null),
          columns: v.array(
            v.object({ name: v.string(), type: v.string(), nullable: v.boolean(), primaryKey: v.boolean() }),
          ),
        }),
      ),
      functions: v.array(v.object({ name: v.string(), arguments: v.string(), returns: v.string() })),
    }),
  ),
  searchPath: v.array(v.string()),
});
export type Catalog = v.InferOutput<typeof catalogSchema>;
