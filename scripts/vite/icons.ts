import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const iconFiles = /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
const shapesIn = /\bnode: (\[[^]*?\])(?:,\n {2}\w|\n\})/;
const drawing = fileURLToPath(new URL('../../src/views/ui/drawnIcon.ts', import.meta.url));

/** The shapes of an icon's module, without the random keys that nothing compresses. */
function shapesOf(code: string): string {
  const shapes = shapesIn.exec(code)?.[1];
  if (shapes === undefined) throw new Error('An icon of Lucide is not written as the build expects.');
  return shapes.replaceAll(/,\s*key: "\w+"/g, '');
}

/**
 * Icons are drawn by the little that this app uses of Lucide: a kilobyte less for each signed-in page, and less work for
 * each icon that is drawn.
 */
export const icons = (): Plugin => ({
  name: 'icons',
  apply: 'build',
  transform: {
    filter: { id: iconFiles },
    handler: (code) =>
      // Another name of an icon.
      /^export \{ default \} from/m.test(code)
        ? null
        : {
            code: `import { drawnIcon } from ${JSON.stringify(drawing)};\nexport default drawnIcon(${shapesOf(code)});`,
            map: null,
          },
  },
});
