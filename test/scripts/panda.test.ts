import { fileURLToPath } from 'node:url';
import { build, resolveConfig, type InlineConfig, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { shortenRules, shortNames } from '../../scripts/vite/classNames.ts';
import { panda } from '../../scripts/vite/panda.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function styleSheet(config: InlineConfig): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    ...config,
    build: { write: false, rolldownOptions: { input: 'src/views/theme/styles.css' } },
  })) as Rolldown.RolldownOutput;
  const sheet = output.find(({ fileName }) => fileName.endsWith('.css'));
  return sheet?.type === 'asset' ? String(sheet.source) : '';
}

describe('Panda in a build', () => {
  test('makes the style sheet that its PostCSS plugin makes for development, with shorter class names', async () => {
    const { css } = await resolveConfig({ configFile: false, root, plugins: [panda()] }, 'serve');
    const [built, served] = await Promise.all([
      styleSheet({ plugins: [panda()] }),
      styleSheet({ css: { postcss: css.postcss! } }),
    ]);
    expect(built).toContain('.boot-bar');
    expect(built).toContain('@layer utilities');
    const renamed = (rules: string) => shortenRules(rules, shortNames(rules));
    expect(renamed(built) === renamed(served)).toBe(true);
    expect([served, built].map((rules) => rules.includes('.textStyle_label'))).toEqual([true, false]);
  });
});
