import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { avoidedInText, proseOf } from '../../scripts/house/words.ts';
import { formerTexts } from '../fixtures/formerTexts.ts';

const repository = resolve(import.meta.dirname, '../..');

describe('the list of avoided wordings', () => {
  // What users were told before, from the reports that the list comes from.
  it.each([
    'The account could not be made',
    'The session starts anew',
    'Whoever runs this server has turned it off',
    'It belongs to somebody else',
    'A Postgres database of its own',
    'It is tried again by itself',
    'Its text is removed for good',
    'The server is out of reach',
    'Nobody may see it',
    'Ask those who run this server',
    'Nothing goes along with the report',
    'What you do not change stays as it is',
    'This email address and password do not belong together',
    'How far it is cannot be said now',
    'Take the keys along',
    'Use it from a program',
    'The statement takes something away',
    'The query goes on, and you can go on too',
    'It is being asked again',
    'The dashboard does not work without it',
    'A note for your neighbours',
    'An unrecognised key',
    'It starts soon anew',
  ])('has what is wrong with “%s”', (text) => {
    expect(avoidedInText(text)).not.toBeNull();
  });

  it.each([
    'Could not create the account',
    'Its home opens as soon as it is ready',
    'The role `nobody` has no rights',
    'A recognized license',
  ])('accepts “%s”', (text) => {
    expect(avoidedInText(text)).toBeNull();
  });
});

// The language guide quotes what to avoid. In a guide, "a server of your own" tells it from this one.
const documents = globSync(['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/{decisions,guides}/**/*.md'], {
  cwd: repository,
}).filter((path) => path !== 'docs/language.md');

it.each(documents)('%s uses words that a reader can search for', (path) => {
  const prose = proseOf(readFileSync(resolve(repository, path), 'utf8'));
  expect(avoidedInText(prose.replaceAll(/\bof\s+your\s+own\b/g, ''))).toBeNull();
});

it('says nothing again that was once reworded', () => {
  const paths = globSync(
    ['index.html', 'README.md', 'docs/settings.md', '{src,server}/**/*.{ts,tsx}', 'scripts/launch/*.mjs'],
    {
      cwd: repository,
    },
  );
  const product = paths
    .map((path) => readFileSync(resolve(repository, path), 'utf8'))
    .join('\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/[“”]/g, '"');
  expect(paths.length).toBeGreaterThan(1_000);
  expect(formerTexts.filter((text) => product.includes(text))).toEqual([]);
});

/** Titles of failures that the specification gives, or that say more than what the app could not do. */
const otherFailureTitles = [
  'Failed to create your profile. Please refresh to try again.',
  'Nothing was imported',
  'Only owners can set the model',
  'The connection was lost',
  'This organization does not exist',
  'This project does not exist',
  'This table does not exist',
  'This link cannot be used',
  'Unable to copy to clipboard',
];

it('says in the title of each failure what the app could not do', () => {
  const titles = globSync('src/**/*.{ts,tsx}', { cwd: repository }).flatMap((path) => {
    const source = readFileSync(resolve(repository, path), 'utf8');
    const spots = source.matchAll(
      /<(?:ErrorState|ResourceError)\s[^>]*?title=(?:"([^"]+)"|\{([^}]+)\})|failureToast\(([^,]+),|tone: 'danger',\s*title: ([^,}]+)/g,
    );
    return Array.from(spots, ([, text, ...expressions]) =>
      text === undefined
        ? Array.from(
            expressions.join(' ').matchAll(/'([^']+)'|`([^`]+)`/g),
            ([, quoted, template]) => quoted ?? template!,
          )
        : [text],
    ).flat();
  });
  expect(titles.length).toBeGreaterThan(70);
  expect(titles.filter((title) => !title.startsWith('Could not ') && !otherFailureTitles.includes(title))).toEqual([]);
});
