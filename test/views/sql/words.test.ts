import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../src/views/sql/words.ts';

describe('why the server refused a query', () => {
  it('is said without the name of the request’s field', () => {
    const problem = 'The query is longer than 1,000,000 characters.';
    expect(refusalText({ code: 400, message: `sql: ${problem}`, fields: { sql: problem } })).toBe(problem);
  });

  it('is the message where it is not about the text of the query', () => {
    const message = 'The project is paused.';
    expect(refusalText({ code: 409, message })).toBe(message);
    expect(refusalText({ code: 400, message, fields: { row_limit: 'Too high' } })).toBe(message);
  });
});
