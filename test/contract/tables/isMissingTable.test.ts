import { expect, it } from 'vitest';
import { isMissingTable } from '../../../src/contract/tables/table.ts';

it.each([
  ['table_not_found', true],
  ['project_not_found', false],
  ['not_found', false],
  [undefined, false],
])('takes a table for missing only where the server says so: %s', (reason, isMissing) =>
  expect(isMissingTable(reason === undefined ? {} : { reason })).toBe(isMissing),
);
