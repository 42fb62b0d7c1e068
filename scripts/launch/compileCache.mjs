import { join } from 'node:path';

/** Where Node keeps what it has compiled, for `npm start` and `npm test`. @param {string} root */
export const compileCacheIn = (root) => join(root, '.cache', 'compiled');
