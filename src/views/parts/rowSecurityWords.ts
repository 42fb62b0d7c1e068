/** What row level security means for apps, in the same words wherever it is said. */
export const rowSecurityWords = {
  off: 'Row level security is off',
  /** Grants may still refuse them where they have not been looked at. */
  readable: (certainty: 'can' | 'may') => `Anyone with the public key ${certainty} read all rows through the Data API.`,
  on: 'With row level security, apps see only rows that a policy allows.',
  noPolicy: 'Row level security is on without a policy, so apps see no rows. You see all of them.',
};
