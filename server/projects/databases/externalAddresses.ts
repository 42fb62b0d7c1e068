import type { ClientConfig } from 'pg';
import type { Connection } from '../../../src/contract/projects/project.ts';
import { trustedPath } from '../engines/external/externalSessions.ts';
import type { DatabaseSpec } from './projectDatabases.ts';
import { developerOf, platformOf } from './projectRoles.ts';

/** How projects' databases are reached on the server that `databaseUrl` names. */
export function createAddresses(databaseUrl: string) {
  const addressOf = (database: string): URL => {
    const url = new URL(databaseUrl);
    url.pathname = `/${database}`;
    // Whatever an address says wins in `pg` over what is said beside it, and a session's options decide its role.
    url.searchParams.delete('options');
    return url;
  };
  return {
    asAdminIn: (database: string): ClientConfig => ({
      connectionString: addressOf(database).href,
      options: trustedPath,
    }),

    asPlatform({ ref, platformPassword }: DatabaseSpec): ClientConfig {
      const url = addressOf(developerOf(ref));
      // In the query, where they win over every other place; an address without a host, as a socket's, has no other.
      url.searchParams.set('user', platformOf(ref));
      url.searchParams.set('password', platformPassword);
      return { connectionString: url.href };
    },

    /** What the developer is shown. */
    connectionOf(ref: string): Connection {
      const { hostname, port } = new URL(databaseUrl);
      const name = developerOf(ref);
      return {
        uri: `postgresql://${name}:[YOUR-PASSWORD]@${hostname}:${port || '5432'}/${name}`,
        host: hostname,
        port: Number(port || '5432'),
        database: name,
        user: name,
        reason: null,
      };
    },
  };
}
