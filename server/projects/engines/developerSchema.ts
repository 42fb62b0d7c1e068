import { platformSchema } from '../../../src/contract/projects/platformSchema.ts';

/** Whether a schema may hold what developers created: it is neither Postgres's own nor the platform's. */
export const isDeveloperSchema = (name: string): string =>
  `(${name} not in ('pg_catalog', 'information_schema', '${platformSchema}') and ${name} !~ '^pg_(toast|temp)')`;
