import { describe, expect, it } from 'vitest';
import { docsLinkOf } from '../../../src/contract/docs/docsLink.ts';
import { docsPagesOf } from '../../../src/contract/docs/docsPage.ts';

const result = {
  id: 'guide:auth',
  path: '/guides/auth',
  type: 'markdown',
  title: 'Authentication',
  subtitle: 'Auth',
  description: 'Users sign in.',
  headings: ['Sign up', 'Sign in'],
  slugs: ['sign-up', 'sign-in'],
  excerpts: ['Send an address.'],
};

describe('an answer of a source', () => {
  it('becomes pages with sections', () => {
    expect(docsPagesOf([result])).toEqual([
      {
        id: 'guide:auth',
        path: '/guides/auth',
        type: 'markdown',
        title: 'Authentication',
        subtitle: 'Auth',
        description: 'Users sign in.',
        sections: [
          { heading: 'Sign up', slug: 'sign-up', excerpt: 'Send an address.' },
          { heading: 'Sign in', slug: 'sign-in', excerpt: '' },
        ],
      },
    ]);
  });

  it.each(['id', 'path', 'type', 'title'])('loses a result that lacks %s', (field) => {
    const lacking = [undefined, null, '', ' ', {}];
    expect(docsPagesOf(lacking.map((value) => ({ ...result, [field]: value })))).toEqual([]);
  });

  it('loses a result of another type', () => {
    expect(docsPagesOf([{ ...result, type: 'blog' }])).toEqual([]);
  });

  it('loses what is no result and keeps the others', () => {
    expect(docsPagesOf([null, 7, 'text', [], result, {}]).map(({ id }) => id)).toEqual(['guide:auth']);
  });

  it('may have numbers as ids, and no subtitle or description', () => {
    const [page] = docsPagesOf([{ ...result, id: 7, subtitle: null, description: undefined }]);
    expect(page).toMatchObject({ id: '7', subtitle: '', description: '' });
  });

  it('has sections only where headings and slugs are lists of equal length, without the blank ones', () => {
    const sectionsOf = (headings: unknown, slugs: unknown) =>
      docsPagesOf([{ ...result, headings, slugs }])[0]?.sections;
    expect(sectionsOf(['One'], ['one', 'two'])).toEqual([]);
    expect(sectionsOf('One', 'one')).toEqual([]);
    expect(sectionsOf(undefined, undefined)).toEqual([]);
    expect(sectionsOf([1], ['one'])).toEqual([]);
    expect(sectionsOf(['', 'Two', null, 'Four'], ['one', 'two', 'three', ' '])).toEqual([
      { heading: 'Two', slug: 'two', excerpt: '' },
    ]);
  });
});

describe('a link', () => {
  const link = (type: (typeof result)['type'], path: string, slug?: string) =>
    docsLinkOf({ type: type as 'markdown', path }, slug);

  it('of markdown and of a reference leads to the guide page', () => {
    expect(link('markdown', '/guides/auth')).toEqual({ href: '/guides/auth', isElsewhere: false });
    expect(link('markdown', 'auth')?.href).toBe('/guides/auth');
    expect(link('markdown', '/')?.href).toBe('/guides');
    expect(link('reference', '/guides/reference/sqlstate')?.href).toBe('/guides/reference/sqlstate');
  });

  it('of an integration leads to the integrations', () => {
    expect(link('partner-integration', '/vercel')).toEqual({ href: '/integrations/vercel', isElsewhere: false });
  });

  it('of a discussion opens its own URL elsewhere', () => {
    const url = 'https://github.com/orgs/acme/discussions/7';
    expect(link('github-discussions', url)).toEqual({ href: url, isElsewhere: true });
  });

  it('of a section ends with its slug: path#slug, path/slug or the path alone', () => {
    expect(link('markdown', '/guides/auth', 'sign-in')?.href).toBe('/guides/auth#sign-in');
    expect(link('github-discussions', 'https://example.com/7', 'answer')?.href).toBe('https://example.com/7#answer');
    expect(link('reference', '/guides/reference/sqlstate', 'data')?.href).toBe('/guides/reference/sqlstate/data');
    expect(link('partner-integration', '/vercel', 'set-up')?.href).toBe('/integrations/vercel');
  });

  it('never leaves this origin where it is of a guide', () => {
    for (const path of [
      '//evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/guidesx',
    ]) {
      const href = link('markdown', path)?.href ?? '';
      expect(new URL(href, 'https://app.example').origin).toBe('https://app.example');
      expect(href).toMatch(/^\/guides\//);
    }
  });

  it('is none where a discussion has no address of the web', () => {
    for (const path of ['javascript:alert(1)', 'data:text/html,x', '/discussions/7', ''])
      expect(link('github-discussions', path)).toBeNull();
  });
});
