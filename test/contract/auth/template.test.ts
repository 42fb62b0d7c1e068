import { describe, expect, it } from 'vitest';
import { renderSubject } from '../../../src/contract/auth/mailTemplates.ts';
import { renderHtml, renderText, textOfHtml, unknownActions } from '../../../src/contract/auth/template.ts';

const values = {
  Email: 'ada@example.com',
  Token: '<1>',
  Data: { name: '"Ada" & co', link: 'javascript:x', n: 3, o: {} },
};

describe('a template', () => {
  it.each([
    ['{{ .Email }}', 'ada@example.com'],
    ['{{.Email}} {{  .Token  }}', 'ada@example.com &lt;1&gt;'],
    ['<b title="{{ .Data.name }}">', '<b title="&quot;Ada&quot; &amp; co">'],
    ['{{ .Data.n }}{{ .Data.o }}{{ .Data.none }}{{ .Data.constructor }}', '3'],
    ['<a href="{{ .Data.link }}">', '<a href="#">'],
    ["<a href = '{{ .Data.link }}'>", "<a href = '#'>"],
    ['{{ .Unknown }}{{ .toString }}', ''],
  ])('%s becomes %s', (template, html) => {
    expect(renderHtml(template, values)).toBe(html);
  });

  it('does not render what a value holds', () => {
    expect(renderText('{{ .Email }}', { Email: '{{ .Token }}', Token: 'secret' })).toBe('{{ .Token }}');
  });

  it('names what it cannot use', () => {
    const text = '{{ .Email }} {{ .Data.a }} {{ .Data }} {{ .Password }} {{ if .Email }} {{ .Email.x }} {{ }}';
    expect(unknownActions(text, ['Email', 'Data'])).toEqual([
      '{{ .Data }}',
      '{{ .Password }}',
      '{{ if .Email }}',
      '{{ .Email.x }}',
      '{{ }}',
    ]);
  });

  it('makes a subject of one line', () => {
    expect(renderSubject('Hi {{ .Data.name }}', { Data: { name: 'a\r\nBcc: b' } })).toBe('Hi a Bcc: b');
  });

  it('becomes plain text with its links', () => {
    expect(
      textOfHtml(
        '<head><title>x</title></head><style>p{}</style><h1>Hello</h1><p>Go <a class="b" href="https://a.example/?x=1&amp;y=2">here</a> &lt;now&gt;</p>',
      ),
    ).toBe('Hello\n\nGo here: https://a.example/?x=1&y=2 <now>');
  });
});
