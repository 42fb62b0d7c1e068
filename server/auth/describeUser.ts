import type { Selectable } from 'kysely';
import type { AuthDatabase, FactorsTable, IdentitiesTable } from './auth.tables.ts';
import type { User } from './users.ts';

type Identity = Selectable<IdentitiesTable>;

/** The columns of a factor that others may see. */
const factorColumns = [
  'id',
  'user_id',
  'friendly_name',
  'factor_type',
  'status',
  'last_challenged_at',
  'created_at',
  'updated_at',
] as const;
type Factor = Pick<Selectable<FactorsTable>, (typeof factorColumns)[number]>;

type DescribedUser = Record<string, unknown> & { identities: Record<string, unknown>[] };

/** A user as clients see one: never a hash, absent rather than null, `email` and `phone` always text. */
export async function describeUser(db: AuthDatabase, user: User): Promise<DescribedUser> {
  const [identities, factors] = await readParts(db, [user.id]);
  return describeWith(user, identities, factors);
}

/** Several users with as many queries as one. */
export async function describeUsers(db: AuthDatabase, users: readonly User[]): Promise<DescribedUser[]> {
  if (users.length === 0) return [];
  const [identities, factors] = await readParts(
    db,
    users.map(({ id }) => id),
  );
  const [identitiesOf, factorsOf] = [Map.groupBy(identities, ownerOf), Map.groupBy(factors, ownerOf)];
  return users.map((user) => describeWith(user, identitiesOf.get(user.id) ?? [], factorsOf.get(user.id) ?? []));
}

const ownerOf = ({ user_id: id }: { user_id: string }): string => id;

async function readParts(db: AuthDatabase, ids: readonly string[]): Promise<[Identity[], Factor[]]> {
  const identities = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const factors = await db
    .selectFrom('mfa_factors')
    .select(factorColumns)
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .execute();
  return [identities, factors];
}

function describeWith(user: User, identities: readonly Identity[], factors: readonly Factor[]): DescribedUser {
  const confirmed = [user.email_confirmed_at, user.phone_confirmed_at]
    .filter((moment) => moment !== null)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: confirmed[0] ?? null,
      last_sign_in_at: user.last_sign_in_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.new_phone,
      phone_change_sent_at: user.phone_change_sent_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(factors.length > 0 && { factors: factors.map(describeFactor) }),
    identities: identities.map(describeIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

/** A user's factors, without their secrets. */
export async function describeFactors(db: AuthDatabase, userId: string): Promise<Record<string, unknown>[]> {
  const [, factors] = await readParts(db, [userId]);
  return factors.map(describeFactor);
}

const describeFactor = ({
  friendly_name: name,
  last_challenged_at: challengedAt,
  user_id: _owner,
  ...rest
}: Factor) => ({
  ...rest,
  ...present({ friendly_name: name === '' ? null : name, last_challenged_at: challengedAt }),
});

const describeIdentity = (identity: Identity) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...present({ last_sign_in_at: identity.last_sign_in_at, email: identity.email }),
  created_at: identity.created_at,
  updated_at: identity.updated_at,
});

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
