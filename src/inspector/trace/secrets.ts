/**
 * Values that a trace must not contain: secrets (passwords, tokens, keys, codes) anywhere, and user-written content
 * (SQL, messages, searches). Email addresses are replaced by others. Names of resources and choices stay: lists and
 * URLs show them anyway, and charts decide by them.
 */

import { withoutEmails } from './personalAddresses.ts';

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
/** Keys about a secret that hold none: `passwordStrength`, `token_type`. */
const aboutSecret =
  /\b(?:strength|rules|policy|problems?|length|limit|required|type|status|verdict|score|count|error|failure|expires at|expires in)$/;

function isSecretKey(key: string): boolean {
  // The URL of a secret is no secret.
  if (key.includes('/')) return false;
  const words = wordsIn(key);
  return (secretWord.test(words) || secretPair.test(words)) && !aboutSecret.test(words);
}

const contentWord =
  /^(?:sql|draft|text|statement|subject|body|query|search|searches|filter|typed|prompt|comment|feedback|after|data type|default|references|check|using|generated|definition|dependants|row|sent|typed into|as|hide|(?:user|app) metadata|initial input|typed before|content|suggestions|sql snippets|reason|arguments|base url|model name|event message|finding|remedy|detail|titles)$/;

/** Settings, which are named like environment variables: their texts are addresses and names that the user typed. */
const setting = /^[A-Z]+_[A-Z_]+$/;

const isContentKey = (key: string): boolean => contentWord.test(wordsIn(key)) || setting.test(key);

/**
 * What advisors found; rows of a table, what is staged of them and what they are found by; log lines; talks with the
 * assistant; the fingerprint of a document, which would confirm a guess at its text.
 */
const rowsWord =
  /^(?:messages|attachments|findings|ignored|conversations?|arguments|rows|added|cells|points at|computed|staged|sent from|undoable|redoable|filters|changes|widths|document|(?:(?:user|app) )?metadata)$/;

type Holder = Readonly<Record<string, unknown>>;

/** Postgres errors quote the user’s text and rows. They are recognized by their code of five characters. */
const isOfPostgres = ({ code }: Holder): boolean => typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code);

const isOfFailure = (holder: Holder): boolean =>
  holder instanceof Error || 'code' in holder || 'requestId' in holder || 'request_id' in holder;

/** A service that returns only a text has no key to check; it may have generated a password. */
const isBareAnswer = (key: string, holder: Holder): boolean =>
  typeof holder[key] === 'string' &&
  (((key === 'output' || key === 'data') && String(holder['type']).startsWith('xstate.')) ||
    (key === 'output' && 'status' in holder));

/** A form's change event: `{ field: 'password', value: … }`. */
const isValueOf = (key: string, holder: Holder, kind: (key: string) => boolean): boolean =>
  key === 'value' && ['field', 'name', 'key'].some((by) => typeof holder[by] === 'string' && kind(holder[by]));

/** Whether the value at a key is a secret, whatever its type. Booleans never are. */
function isSecretAt(key: string, holder: Holder): boolean {
  if (typeof holder[key] === 'boolean') return false;
  // An error is only readable with its code.
  return (
    isSecretKey(key) ||
    (key === 'code' && !('message' in holder)) ||
    isValueOf(key, holder, (field) => field === 'code' || isSecretKey(field)) ||
    isBareAnswer(key, holder)
  );
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The key of a table's row, the values beside it, and those of the row that a page begins after. */
const isOfRow = (key: string, holder: Holder): boolean =>
  (key === 'key' && !Array.isArray(holder[key])) ||
  (key === 'keys' && holder['by'] === 'key') ||
  (key === 'values' && (isObject(holder['key']) || 'backward' in holder));

/** Whether the texts at a key are user-written content. */
function isContentAt(key: string, holder: Holder): boolean {
  const item = holder[key];
  if (typeof item === 'object' && (rowsWord.test(wordsIn(key)) || isOfRow(key, holder))) return true;
  if (typeof item !== 'string' && !Array.isArray(item)) return false;
  // For a URL: its parameters are checked one by one.
  if (typeof item === 'string' && item.startsWith('?')) return false;
  switch (key) {
    case 'message':
      return !isOfFailure(holder) || isOfPostgres(holder);
    case 'detail':
    case 'hint':
      return isOfPostgres(holder);
    case 'where':
      return isOfPostgres(holder) || 'filters' in holder;
    // Whose rights hold, beside the role: a user of the project.
    case 'user':
      return 'role' in holder;
    // Those of a form are hidden one by one.
    case 'values':
      return Array.isArray(item);
    case 'error':
      return 'sql' in holder;
    // Of a result: the first words of its statement.
    case 'title':
      return 'tag' in holder;
    default:
      return isContentKey(key) || isValueOf(key, holder, (field) => field === 'message' || isContentKey(field));
  }
}

/** Whether the whole value at a key must be hidden. */
export const isHidden = (key: string, holder: object): boolean =>
  isSecretAt(key, holder as Holder) || isContentAt(key, holder as Holder);

/** Bounded, because a text may consist only of such names. */
const secretNames = String.raw`[\w-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|cookie)[\w-]{0,40}`;

/** Secrets inside longer texts. */
const hiding: readonly [pattern: RegExp, instead: string | ((whole: string, ...parts: string[]) => string)][] = [
  // JSON web tokens.
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, redacted],
  // `Authorization: Basic …`, `Bearer …`
  [/(\bauthorization["']?\s*[:=]\s*["']?)(?:\w+\s+)?[^\s"',]+/gi, `$1${redacted}`],
  [/(\bbearer\s+)[\w.~+/=-]{6,}/gi, `$1${redacted}`],
  // The password in a connection string, which may contain characters that should have been encoded; what looks like a
  // port is one.
  [/(:\/\/[^\s/:@]*:)(?!\d{1,5}(?:[/?#\s]|$))\S+@/g, `$1${redacted}@`],
  // URL parameters.
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

/** The text without its secrets and email addresses. */
export const scrub = (text: string): string =>
  withoutEmails(hiding.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead as string), text));

const personalWord = /^(?:(?:\w+ )?(?:email|phone)|(?:other )?address)$/;

const isPersonalKey = (key: string): boolean => personalWord.test(wordsIn(key));

/** Whether the text at a key is an email address or a phone number, or the beginning of one that is being typed. */
export const isPersonal = (key: string, holder: object): boolean =>
  typeof (holder as Holder)[key] === 'string' &&
  (isPersonalKey(key) || isValueOf(key, holder as Holder, isPersonalKey));
