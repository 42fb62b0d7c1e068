import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { foundMax } from '../../src/contract/auth/projectUser.ts';
import { escapeLike } from '../common/escapeLike.ts';
import type { AuthDatabase, AuthTables } from './auth.tables.ts';
import { isUuid } from './authenticate.ts';
import { gramsQuery, nameIn, nameKeys, userGrams } from './userGrams.ts';
import type { User } from './users.ts';

interface UserQuery {
  aud: string;
  /** Part of an email address or a name, the beginning of a phone number, an id, or a provider. */
  filter: string;
  isAscending: boolean;
  page: number;
  perPage: number;
  /** The last user of the page before, from which the next is found without counting; otherwise `page` counts. */
  after: string | null;
}

export interface UserPage {
  users: User[];
  /** All users: exact up to 50,000, above that as Postgres estimates it. Found users: exact up to `foundMax`. */
  total: number;
  hasMore: boolean;
}

/** Counting more rows would make a page slower the more users there are. */
const countedMax = 50_000;

/** A page of users, the newest first unless ascending. */
export async function listUsers(db: AuthDatabase, query: UserQuery): Promise<UserPage> {
  const { aud, filter } = query;
  if (filter === '') return await readPage(db, query, await countUsers(db, aud), () => sql<boolean>`true`);
  const search = await readSearch(db, filter);
  const { ids, isComplete } = await findIds(db, aud, search);
  return isComplete
    ? await readPage(db, query, ids.length, (where) => where('id', 'in', ids.length === 0 ? [noId] : ids))
    : await readPage(db, query, foundMax + 1, (where) => matches(where, search));
}

/** No user has it; `in` takes no empty list. */
const noId = '00000000-0000-0000-0000-000000000000';

type Where = ExpressionBuilder<AuthTables, 'users'>;

async function readPage(
  db: AuthDatabase,
  { aud, isAscending, page, perPage, after }: UserQuery,
  total: number,
  condition: (where: Where) => Expression<SqlBool>,
): Promise<UserPage> {
  const direction = isAscending ? 'asc' : 'desc';
  const isAfter = sql<boolean>`(created_at, id) ${sql.raw(isAscending ? '>' : '<')} (select created_at, id from ${sql.table('users')} where id = ${after})`;
  const knowsAfter = after !== null && (await existsUser(db, after));
  // The ids first, from the index alone: skipping whole rows would read them.
  const ids = db
    .selectFrom('users')
    .select('id')
    .where('aud', '=', aud)
    .where(condition)
    .$if(knowsAfter, (query) => query.where(isAfter))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(perPage + 1)
    .offset(knowsAfter ? 0 : (page - 1) * perPage);
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .execute();
  return { users: users.slice(0, perPage), total, hasMore: users.length > perPage };
}

/** What a text may be a part of. */
interface Search {
  /** In lower case, as this Postgres has it: what that is differs between collations. */
  text: string;
  phone: string | null;
  id: string | null;
  provider: string | null;
}

async function readSearch(db: AuthDatabase, filter: string): Promise<Search> {
  const { text } = await db.selectNoFrom(sql<string>`lower(${filter}::text)`.as('text')).executeTakeFirstOrThrow();
  return {
    text,
    phone: /^\+?\d[\d\s().-]*$/.test(filter) ? filter.replaceAll(/\D/g, '') : null,
    id: isUuid(filter) ? filter : null,
    provider: /^[\w:.-]+$/.test(filter) ? filter.toLowerCase() : null,
  };
}

const hasText = (where: Where, text: string) => {
  const pattern = `%${escapeLike(text)}%`;
  return where.or([
    where(where.fn<string>('lower', ['email']), 'like', pattern),
    ...nameKeys.map((key) => where(where.fn<string>('lower', [nameIn(key)]), 'like', pattern)),
  ]);
};

const hasPhone = (where: Where, phone: string) => where('phone', 'like', `${escapeLike(phone)}%`);

/** A provider of SAML has its id in the name. */
const hasProvider = (provider: string) =>
  provider === 'sso' || provider === 'saml'
    ? sql<boolean>`(provider = ${provider} or provider like 'sso:%')`
    : sql<boolean>`provider = ${provider}`;

/** For users in their order, where so many match that a page is soon full. */
const matches = (where: Where, search: Search) =>
  where.or([
    hasText(where, search.text),
    ...(search.phone === null ? [] : [hasPhone(where, search.phone)]),
    ...(search.id === null ? [] : [where('id', '=', search.id)]),
    ...(search.provider === null
      ? []
      : [
          // A value instead of `exists`, for which Postgres would read the identities of all users first.
          where(
            where
              .selectFrom('identities')
              .select(sql<boolean>`true`.as('is'))
              .whereRef('user_id', '=', 'users.id')
              .where(hasProvider(search.provider))
              .limit(1),
            'is',
            true,
          ),
        ]),
  ]);

interface Found {
  ids: string[];
  /** False where more match than `foundMax`. */
  isComplete: boolean;
}

/** The ids of the matching users, each kind of match by its own index. */
async function findIds(db: AuthDatabase, aud: string, { text, phone, id, provider }: Search): Promise<Found> {
  const users = db
    .selectFrom('users')
    .select('users.id')
    .where('aud', '=', aud)
    .limit(foundMax + 1);
  const queries = [
    ...(id === null ? [] : [users.where('id', '=', id)]),
    ...(phone === null ? [] : [users.where((where) => hasPhone(where, phone))]),
    ...(provider === null
      ? []
      : [users.innerJoin('identities', 'identities.user_id', 'users.id').where(hasProvider(provider)).distinct()]),
    users.where(sql<boolean>`${userGrams} @@ ${gramsQuery(text)}::tsquery`).where((where) => hasText(where, text)),
  ];
  const ids = new Set<string>();
  for (const query of queries) {
    const rows = await query.execute();
    for (const row of rows) ids.add(row.id);
    if (Math.max(ids.size, rows.length) > foundMax) return { ids: [...ids], isComplete: false };
  }
  return { ids: [...ids], isComplete: true };
}

async function countUsers(db: AuthDatabase, aud: string): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('users')
        .select(sql`1`.as('one'))
        .where('aud', '=', aud)
        .limit(countedMax + 1)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const total = Number(count);
  return total <= countedMax ? total : Math.max(total, await estimateUsers(db));
}

const existsUser = async (db: AuthDatabase, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

async function estimateUsers(db: AuthDatabase): Promise<number> {
  const found = await db
    .selectFrom('users')
    .select(sql<number>`(select reltuples from pg_catalog.pg_class where oid = users.tableoid)`.as('estimate'))
    .limit(1)
    .executeTakeFirst();
  return Number(found?.estimate ?? 0);
}
