/** Sections of the command palette, in their order: it is opened to get somewhere more often than for anything else. */
export const paletteSections = ['Navigate', 'Queries', 'Actions', 'Table editor', 'SQL', 'Database', 'Support', 'Docs', 'Theme', 'Integrations'] as const;
export type PaletteSection = (typeof paletteSections)[number];

/** How many commands are remembered, to be offered first. */
export const recentCommandsKept = 5;
