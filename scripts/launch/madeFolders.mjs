/** Folders of a checkout that a start or a tool makes: a clone has none of them. */
export const madeFolders = [
  '.cache',
  'data',
  'data-demo',
  'data-demo-dev',
  'data-dev',
  'dist',
  'node_modules',
  'screenshots',
  'styled-system',
];
