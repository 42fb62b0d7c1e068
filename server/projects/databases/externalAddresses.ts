import type { ClientConfig } from 'pg';
import type { Connection } from '../../../src/contract/projects/project.ts';
import { trustedPath } from '../engines/external/externalSessions.ts';
import type { DatabaseSpec } from './projectDatabases.ts';
import { developerOf, platformOf } from './projectRoles.ts';

/** Addresses of projects' databases on the server that `databaseUrl` names. */
export function createAddresses(databaseUrl: string) {
  const addressOf = (database: string): URL => {
    const url = new URL(databaseUrl);
    url.pathname = `/${database}`;
    // In `pg`, the connection string overrides separate options, and a session's options decide its role.
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
      // In the query string, which has precedence; an address without a host, as a socket's, has no other place for it.
      url.searchParams.set('user', platformOf(ref));
      url.searchParams.set('password', platformPassword);
      return { connectionString: url.href };
    },

    /** The address that the developer sees. */
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
