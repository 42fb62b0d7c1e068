import { floatingPart, floatingParts } from '../ui/floatingParts.ts';

/** What opens over the list of tables, with what it opens in. */
export const tableFormsPart = floatingPart(async () => {
  const [forms] = await Promise.all([
    import('./TableForms.tsx'),
    floatingParts.dialog.load(),
    floatingParts.sidePanel.load(),
  ]);
  return forms;
});

/** For a pointer or the focus at what opens a form. What does not load is loaded again when the form opens. */
export const preloadForms = (): void => void tableFormsPart.load().catch(() => undefined);
