/** Sections of the command palette, in their order: where to go, what can be done where one is, and what can be done anywhere. */
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

/** How many commands are remembered, to be offered first. */
export const recentCommandsKept = 5;
