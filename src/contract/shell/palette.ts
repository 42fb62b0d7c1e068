/** Sections of the command palette, in their order: navigation, actions on the current page, global actions. */
export const paletteSections = [
  'Navigate',
  'Queries',
  'Table editor',
  'SQL',
  'Database',
  'Actions',
  'Support',
  'Docs',
  'Theme',
  'Integrations',
] as const;
export type PaletteSection = (typeof paletteSections)[number];

/** How many recent commands are offered first. */
export const recentCommandsKept = 5;

/** The page of the palette that searches the docs. */
export const docsPage = 'docs';
