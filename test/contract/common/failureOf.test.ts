import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';

describe('code of the app that does not load', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://example.com/assets/table-a1b2c3d.js',
    'error loading dynamically imported module: https://example.com/assets/table-a1b2c3d.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/table-a1b2c3d.css',
  ])('is told without the words of the browser: %s', (message) => {
    expect(failureOf(new TypeError(message)).message).toBe(
      'A part of the app did not load. Check your connection, then try again. If the server was updated, reload the page.',
    );
  });
});

it('keeps what a service says of its failures', () => {
  expect(failureOf({ code: 409, message: 'Already there.' })).toEqual({ code: 409, message: 'Already there.' });
  expect(failureOf('refused')).toEqual({ code: 'unexpected', message: 'refused' });
});
