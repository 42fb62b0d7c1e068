/** The guides that people write: what they name is there. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const guides = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root }).map((file) =>
  file.split(sep).join('/'),
);
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const files = globSync(['*.*', '{src,server,test,bench,scripts,docs,public}/**/*.*'], { cwd: root }).map(
  (file) => `/${file.split(sep).join('/')}`,
);

/** As in GitHub: lower case, hyphens for spaces, no other punctuation. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

function isBrokenLink(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, from) : resolve(root, dirname(from), path);
  return !existsSync(target) || (anchor !== undefined && !anchorsIn(readFileSync(target, 'utf8')).includes(anchor));
}

it('finds the guides', () => {
  expect(guides).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/decisions/README.md']),
  );
});

describe.each(guides)('%s', (guide) => {
  const text = textOf(guide);

  it('names commands that exist', () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.filter((link) => isBrokenLink(guide, link))).toEqual([]);
  });

  it('names source files that exist, by their names or paths', () => {
    const named = [...text.matchAll(/`([\w./-]+\.(?:[cm]?[jt]sx?|md))`/g)].map(([, file]) => file!);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });

  it('names folders that exist', () => {
    const named = [...text.matchAll(/`(\w[\w./-]+\/)`/g)].map(([, folder]) => folder!);
    expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  });
});

describe('the README', () => {
  const readme = textOf('README.md');

  it('has at most 120 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  it('shows a picture of at most 200 kB', () => {
    const picture = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme)?.[1];
    expect(statSync(join(root, picture!)).size).toBeLessThanOrEqual(200 * 1024);
  });
});

describe('the pages of decisions', () => {
  const pages = guides.filter((guide) => /^docs\/decisions\/\d{4}-/.test(guide));

  it.each(pages)('%s is short and has the four parts', (page) => {
    const text = textOf(page);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
      'Considered',
    ]);
  });

  it('are all in the list', () => {
    const list = textOf('docs/decisions/README.md');
    expect(pages.filter((page) => !list.includes(`(${page.slice('docs/decisions/'.length)})`))).toEqual([]);
    expect(pages.length).toBeGreaterThanOrEqual(10);
  });
});
