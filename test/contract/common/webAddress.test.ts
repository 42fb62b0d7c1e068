import { describe, expect, it } from 'vitest';
import { isWebAddress, linkTarget } from '../../../src/contract/common/webAddress.ts';

describe('the URL check', () => {
  it.each(['http://example.com', 'https://example.com/a?b#c', 'HTTPS://EXAMPLE.COM', 'https://user@example.com:8443/'])(
    'accepts %s',
    (text) => {
      expect(isWebAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'example.com',
    '/path',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'mailto:a@example.com',
    'https://',
    'http//example.com',
    'data:text/plain,hi',
  ])('refuses %j', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });
});

describe('a link in Markdown', () => {
  it.each([
    ['https://example.com', 'web'],
    ['http://example.com', 'web'],
    ['//example.com/x', 'web'],
    [String.raw`\\example.com\x`, 'web'],
    ['/projects', 'relative'],
    ['guide.md', 'relative'],
    ['#part', 'relative'],
    ['?q=1', 'relative'],
    ['', 'relative'],
    ['mailto:a@example.com', 'program'],
    ['tel:+49123', 'program'],
    ['javascript:alert(1)', 'nowhere'],
    ['\tjava\nscript:alert(1)', 'nowhere'],
    ['data:text/html,hi', 'nowhere'],
    ['blob:https://here.invalid/1', 'nowhere'],
    ['https://[', 'nowhere'],
  ])('%j leads to: %s', (href, target) => {
    expect(linkTarget(href)).toBe(target);
  });
});
