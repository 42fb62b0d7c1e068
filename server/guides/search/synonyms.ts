/** Words that stand for each other in questions about this product; the guides use one of them. */
const groups = [
  'delete remove drop erase',
  'change edit update alter modify',
  'create add new',
  'undo rollback revert discard',
  'track tracking telemetry',
  'mail email',
  'login logon signin sign',
  'logout signout sign',
  'signup register',
  'ai llm gpt assistant model',
  '2fa mfa totp factor authenticator',
  'sso saml',
  'sms phone',
  'copy duplicate clone',
  'error failure',
  'slow fast performance',
  'permission grant right privilege',
  'spreadsheet excel csv',
  'webhook hook',
  'setting configuration config option',
  'https ssl tls certificate',
  'user account',
  'device session',
  'kill cancel stop abort',
  'store save keep',
  'money price amount',
  'limit maximum quota',
  'sort order',
  'page pagination',
  'ban block',
  'show see view list',
  'search find',
].map((group) => group.split(' '));

/** The other words of a word's groups. A word of them may be in the plural. */
export function synonymsOf(word: string): string[] {
  const isWord = (other: string): boolean => word === other || word === `${other}s`;
  const found = groups.filter((group) => group.some(isWord)).flat();
  return [...new Set(found)].filter((other) => !isWord(other));
}
