import * as v from 'valibot';
import { accountEventSchema } from '../accounts/accountEvent.ts';
import { accountSessionSchema } from '../accounts/accountSession.ts';
import { permissionSchema, profileSchema } from '../accounts/profile.ts';
import { advisorsSchema } from '../advisors/advisors.ts';
import { mailConfigSchema } from '../auth/mailConfig.ts';
import { memberSchema } from '../organizations/member.ts';
import { organizationSchema } from '../organizations/organization.ts';
import { activitySchema } from '../projects/activity.ts';
import { catalogSchema } from '../projects/catalog.ts';
import { apiKeysSchema, connectionSchema, projectDetailSchema, projectSchema } from '../projects/project.ts';
import { tableListSchema } from '../projects/tableList.ts';
import { queryHistoryEntrySchema, snippetSchema, snippetSummarySchema } from '../sql/snippet.ts';

/** What each resource answers. They are apart from the paths, because nothing is parsed before something is read. */
export const resourceSchemas = {
  profile: profileSchema,
  permissions: v.array(permissionSchema),
  accountSessions: v.array(accountSessionSchema),
  accountEvents: v.array(accountEventSchema),
  organizations: v.array(organizationSchema),
  organization: organizationSchema,
  members: v.array(memberSchema),
  projects: v.array(projectSchema),
  project: projectDetailSchema,
  authConfig: mailConfigSchema,
  connection: connectionSchema,
  apiKeys: apiKeysSchema,
  catalog: catalogSchema,
  tables: tableListSchema,
  activity: activitySchema,
  advisors: advisorsSchema,
  snippets: v.array(snippetSummarySchema),
  snippet: snippetSchema,
  queryHistory: v.array(queryHistoryEntrySchema),
} as const;
