import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Markdown } from '../../../src/views/ui/Markdown.tsx';
import MarkdownBody from '../../../src/views/ui/MarkdownBody.tsx';
import MarkdownStream from '../../../src/views/ui/MarkdownStream.tsx';

afterEach(cleanup);

const show = (text: string) => render(<MarkdownBody text={text} />).container;
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('Markdown', () => {
  it('is read as plain text until its parser has come', async () => {
    const { container } = render(<Markdown text="**Rows** are kept." />);
    expect(container.textContent).toBe('**Rows** are kept.');
    expect(await screen.findByText('Rows')).toHaveProperty('tagName', 'STRONG');
  });

  it('is drawn as what it means', () => {
    show(
      '# Title\n\nA *word* and `code`.\n\n1. one\n2. two\n\n- [x] done\n\n> quoted\n\n```sql\nselect 1;\n```\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n***\n\nfirst  \nsecond ~~gone~~',
    );
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Title');
    expect(screen.getByText('word').tagName).toBe('EM');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two', '☑ done']);
    expect(screen.getByRole('region', { name: 'Code, sql' }).textContent).toBe('select 1;');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['a', 'b']);
    expect(screen.getByRole('cell', { name: '2' }).hasAttribute('data-numeric')).toBe(true);
    expect(screen.getByText('gone').tagName).toBe('DEL');
    expect(screen.getByText('quoted').closest('blockquote')).toBeTruthy();
  });

  it('shows characters by their names', () => {
    expect(show('Fish &amp; chips &copy; &#8364; &nonsense;').textContent).toBe('Fish & chips © € &nonsense;');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">b</b> c',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<!-- hidden -->',
  ])('shows HTML as text: %s', (html) => {
    const container = show(html);
    expect(container.textContent).toBe(html);
    expect(container.querySelector('script, img, iframe, b')).toBeNull();
  });

  it('links http and https in a new tab that knows nothing of this one', () => {
    show('[one](https://example.com/a) [two](http://example.com) <https://example.com/auto>');
    for (const link of screen.getAllByRole('link'))
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
    expect(hrefOf('one')).toBe('https://example.com/a');
  });

  it('says which site a link of a model leads to, whatever its words are', () => {
    const { container } = render(
      <MarkdownStream
        text="[the docs](https://example.com/?row=1) [here](/projects) https://example.com/a"
        Code={() => null}
      />,
    );
    expect(container.textContent).toBe('the docs (example.com) here https://example.com/a');
    expect(show('[the docs](https://example.com/)').textContent).toBe('the docs');
  });

  it('links mail, telephone, and relative, anchor and query links', () => {
    show(
      '[mail](mailto:a@example.com) [call](tel:+49123) [page](/projects) [file](guide.md) [part](#part) [find](?q=1)',
    );
    expect(['mail', 'call', 'page', 'file', 'part', 'find'].map(hrefOf)).toEqual([
      'mailto:a@example.com',
      'tel:+49123',
      '/projects',
      'guide.md',
      '#part',
      '?q=1',
    ]);
    for (const link of screen.getAllByRole('link')) expect(link.hasAttribute('target')).toBe(false);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/1',
  ])('makes a link to %j inert', (href) => {
    show(`[words](<${href}>)`);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('shows no pictures from elsewhere, but their words as a link', () => {
    const container = show('![A chart](https://example.com/chart.png)');
    expect(container.querySelector('img')).toBeNull();
    expect(hrefOf('A chart')).toBe('https://example.com/chart.png');
  });

  it('bears text that is no Markdown at all', () => {
    for (const text of ['', '[', '](', '`', '|', '> > > >', '#'.repeat(500), '*'.repeat(500), '['.repeat(500)])
      expect(() => show(text)).not.toThrow();
  });
});
