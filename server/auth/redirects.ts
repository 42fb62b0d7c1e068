const sessionFieldNames = [
  'access_token',
  'expires_at',
  'expires_in',
  'refresh_token',
  'token_type',
  'provider_token',
  'provider_refresh_token',
];

/** A session as the fragment of an address tells it. */
export const sessionFields = (session: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    sessionFieldNames.flatMap((field) => (session[field] === undefined ? [] : [[field, String(session[field])]])),
  );

/** An address with parameters in its fragment, and in its query where the client reads only that. */
export function withOutcome(
  address: string,
  {
    query = {},
    fragment = {},
  }: { query?: Readonly<Record<string, string>>; fragment?: Readonly<Record<string, string>> },
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const words = new URLSearchParams(fragment);
  // Clients tell by `sb` that the fragment is the auth service's.
  if (words.size > 0) words.append('sb', '');
  url.hash = words.toString();
  return url.href;
}
