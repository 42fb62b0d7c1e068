/** Sections of the command palette, in their order. */
export const paletteSections = ['Actions', 'Navigate', 'Queries', 'Table editor', 'SQL', 'Database', 'Support', 'Docs', 'Theme', 'Integrations'] as const;
export type PaletteSection = (typeof paletteSections)[number];

/** How many commands are remembered, to be offered first. */
export const recentCommandsKept = 5;
