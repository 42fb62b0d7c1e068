/** Without characters that are easily confused, and without those that a connection string would have to escape. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_~!*';
const length = 16;

/** Sixteen characters, each equally likely: about 95 bits. */
export function generatePassword(): string {
  // A byte past the last whole multiple of the alphabet would favor its first characters.
  const fair = 256 - (256 % alphabet.length);
  let password = '';
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && password.length < length) password += alphabet[byte % alphabet.length];
    }
  }
  return password;
}
