/**
 * What a trace must not hold: secrets (passwords, tokens, keys, codes) wherever they stand, and what somebody wrote or looked
 * for (SQL, messages, searches). Names of things, addresses of mail and choices stay: they stand in lists and addresses anyway,
 * and charts decide by them.
 */

export const redacted = '«redacted»';

/** A key as words: `dbPass`, `DB_PASS` and `db-pass` are `db pass`. */
const wordsIn = (key: string): string =>
  key
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();

const secretWord =
  /\b(?:\w*passwords?|pass|dbpass|passwd|pwd|passphrase|passcode|\w*secrets?|\w*tokens?|authorization|bearer|cookies?|credentials?|captcha|t?otp|pin|nonce|jwts?|jwks?|private|anon|apikeys?|signature|salt)\b/;
const secretPair =
  /\b(?:api|service|private|access|signing|encryption|master|shared) keys?\b|\bservice role\b|\bcode ?(?:verifier|challenge)\b|\b(?:auth|recovery|backup|verification|one time) codes?\b|\bsession id\b|\bconnection string\b/;
/** What is said of a secret, and is none: `passwordStrength`, `token_type`. */
const aboutSecret =
  /\b(?:strength|rules|policy|problems?|length|limit|required|type|status|verdict|score|count|error|failure|expires at|expires in)$/;

export function isSecretKey(key: string): boolean {
  // What is kept by its address: the address of a secret is none.
  if (key.includes('/')) return false;
  const words = wordsIn(key);
  return (secretWord.test(words) || secretPair.test(words)) && !aboutSecret.test(words);
}

const contentWord = /^(?:sql|draft|text|statement|subject|body|query|search|filter|typed|prompt|comment|feedback)$/;

const isContentKey = (key: string): boolean => contentWord.test(wordsIn(key));

type Holder = Readonly<Record<string, unknown>>;

/** Postgres repeats the user’s words, and rows, in what it says of them. Its errors are known by their code of five characters. */
const isOfPostgres = ({ code }: Holder): boolean => typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code);

const isOfFailure = (holder: Holder): boolean =>
  holder instanceof Error || 'code' in holder || 'requestId' in holder || 'request_id' in holder;

/** A service that answers with nothing but a text has no key to judge it by; it may have made a password. */
const isBareAnswer = (key: string, holder: Holder): boolean =>
  typeof holder[key] === 'string' &&
  (((key === 'output' || key === 'data') && String(holder['type']).startsWith('xstate.')) ||
    (key === 'output' && 'status' in holder));

/** What a form says of one of its fields: `{ field: 'password', value: … }`. */
const isValueOf = (key: string, holder: Holder, kind: (key: string) => boolean): boolean =>
  key === 'value' && ['field', 'name', 'key'].some((by) => typeof holder[by] === 'string' && kind(holder[by]));

/** Whether the value at a key is a secret, whatever it is made of. Yes and no never are. */
function isSecretAt(key: string, holder: Holder): boolean {
  if (typeof holder[key] === 'boolean') return false;
  // The code of an error is what makes the error readable.
  return (
    isSecretKey(key) ||
    (key === 'code' && !('message' in holder)) ||
    isValueOf(key, holder, isSecretKey) ||
    isBareAnswer(key, holder)
  );
}

/** Whether the texts at a key are somebody’s own words. */
function isContentAt(key: string, holder: Holder): boolean {
  const item = holder[key];
  if (typeof item !== 'string' && !Array.isArray(item)) return false;
  // Of an address: its parameters are looked at one by one.
  if (typeof item === 'string' && item.startsWith('?')) return false;
  switch (key) {
    case 'message':
      return !isOfFailure(holder) || isOfPostgres(holder);
    case 'detail':
    case 'hint':
    case 'where':
      return isOfPostgres(holder);
    case 'error':
      return 'sql' in holder;
    default:
      return isContentKey(key) || isValueOf(key, holder, (field) => field === 'message' || isContentKey(field));
  }
}

/** Whether nothing of what stands at a key of an object may leave the page. */
export const isHidden = (key: string, holder: object): boolean =>
  isSecretAt(key, holder as Holder) || isContentAt(key, holder as Holder);

/** Bounded, as a text may hold nothing but such names. */
const secretNames = String.raw`[\w-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|cookie)[\w-]{0,40}`;

/** Secrets that hide inside longer texts. */
const hiding: readonly [pattern: RegExp, instead: string | ((whole: string, ...parts: string[]) => string)][] = [
  // Web tokens.
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, redacted],
  // `Authorization: Basic …`, `Bearer …`
  [/(\bauthorization["']?\s*[:=]\s*["']?)(?:\w+\s+)?[^\s"',]+/gi, `$1${redacted}`],
  [/(\bbearer\s+)[\w.~+/=-]{6,}/gi, `$1${redacted}`],
  // The password in an address, which may hold signs that should have been encoded; what looks like a port is one.
  [/(:\/\/[^\s/:@]*:)(?!\d{1,5}(?:[/?#\s]|$))\S+@/g, `$1${redacted}@`],
  // Parameters of an address.
  [
    /([?&#]([^=&#\s]+)=)([^&\s#]+)/g,
    (whole, start, name) =>
      name === 'code' || name === 'message' || isSecretKey(name!) || isContentKey(name!)
        ? `${start}${redacted}`
        : whole,
  ],
  // `create role app password '…'`
  [/(\bpassword\s+)(?:'(?:[^']|'')*'?|"[^"]*"?)/gi, `$1${redacted}`],
  // `password: …`, `"refresh_token":"…"`
  [new RegExp(String.raw`(\b${secretNames}["']?\s*[:=]\s*)(?:"[^"]*"?|'[^']*'?|[^\s,;}]+)`, 'gi'), `$1${redacted}`],
];

/** The text without the secrets in it. */
export const scrub = (text: string): string =>
  hiding.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead as string), text);
