import { quoteIdentifier } from './wire.ts';

/**
 * Logging in on an engine that has no logins.
 *
 * PGlite runs Postgres in single-user mode: its one session belongs to the bootstrap superuser, and whatever role is
 * set on top, user SQL could go back with SET SESSION AUTHORIZATION. What Postgres itself asks is
 * `AuthenticatedUserId`, a variable of its miscinit.c. Writing the role's oid there after SET SESSION AUTHORIZATION
 * makes the session the same as one that logged in as that role: every way back is refused by Postgres's own checks.
 *
 * The variable has no exported name, but it lies at a fixed distance from the three that SET SESSION AUTHORIZATION
 * changes, at an address that is fixed for one build of the engine. The template's builder finds it and proves by
 * trying that the way back is closed; each start checks that the neighbourhood looks as found.
 */
export const bootstrapSuperuser = 10;

/** Positions, in 32-bit words, relative to `identityAddress`. */
const currentUser = 0;
const outerUser = 1;
const sessionUser = 2;
const authenticatedUser = 5;

/** Postgres's static variables are all below this address. */
const staticDataEnd = 8 * 1024 * 1024;

type RunSql = (sql: string) => Promise<(string | null)[][]>;

const words = (memory: WebAssembly.Memory) => new Int32Array(memory.buffer, 0, staticDataEnd / 4);

export function looksLikeIdentity(memory: WebAssembly.Memory, address: number): boolean {
  const at = words(memory).subarray(address / 4);
  return [currentUser, outerUser, sessionUser, authenticatedUser].every(
    (position) => at[position] === bootstrapSuperuser,
  );
}

export function setAuthenticatedUser(memory: WebAssembly.Memory, address: number, role: number): void {
  words(memory)[address / 4 + authenticatedUser] = role;
}

/** Finds the variables and proves that writing them closes the way back; throws if this engine is built differently. */
export async function findIdentity(memory: WebAssembly.Memory, owner: string, run: RunSql): Promise<number> {
  const restoreAuthorization = `set session authorization ${quoteIdentifier(owner)}`;
  const probe = quoteIdentifier('basechart identity probe');
  await run(`create role ${probe}`);
  try {
    const role = Number((await run(`select oid from pg_roles where rolname = 'basechart identity probe'`))[0]?.[0]);
    const before = words(memory).slice();
    await run(`set session authorization ${probe}`);
    const now = words(memory);
    const candidates: number[] = [];
    for (let index = 0; index < now.length - authenticatedUser; index++) {
      const becameRole = [currentUser, outerUser, sessionUser].every(
        (position) => now[index + position] === role && before[index + position] === bootstrapSuperuser,
      );
      if (becameRole && now[index + authenticatedUser] === bootstrapSuperuser) candidates.push(index * 4);
    }
    const [address, ...others] = candidates;
    if (address === undefined || others.length > 0)
      throw new Error(`${candidates.length} places look like the identity of the session; exactly one must.`);
    setAuthenticatedUser(memory, address, role);
    const refused = await run(restoreAuthorization).then(
      () => false,
      () => true,
    );
    setAuthenticatedUser(memory, address, bootstrapSuperuser);
    if (!refused) throw new Error('The session could go back to the superuser.');
    return address;
  } finally {
    await run(restoreAuthorization);
    await run(`drop role ${probe}`);
  }
}
