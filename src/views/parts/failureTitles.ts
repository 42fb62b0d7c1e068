/** Titles of errors that several screens show. */
export const failureTitles = {
  project: 'Could not load the project',
  apiKeys: 'Could not load the API keys',
} as const;
