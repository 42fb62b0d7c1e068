import { describe, expect, it } from 'vitest';
import { answeredFailure, networkFailure, thrownFailure } from '../../../src/services/http/apiFailure.ts';

describe('what an answer of 400 and above says (specification, section 8)', () => {
  it.each([
    ['a string error becomes the message', { error: 'invalid_grant' }, { message: 'invalid_grant' }],
    [
      'its error_description becomes the description',
      { error: 'invalid_grant', error_description: 'No such code' },
      { message: 'invalid_grant', description: 'No such code' },
    ],
    [
      'a string error goes before a message',
      { error: 'invalid_grant', message: 'Something else' },
      { message: 'invalid_grant' },
    ],
    ['else the message field', { message: 'No such project' }, { message: 'No such project' }],
    ['else msg', { msg: 'No such user' }, { message: 'No such user' }],
    ['message goes before msg', { msg: 'second', message: 'first' }, { message: 'first' }],
    [
      'the platform’s own form, with its description',
      { code: 'project_not_found', message: 'No such project', description: 'It was deleted.', request_id: 'r' },
      {
        message: 'No such project',
        description: 'It was deleted.',
        reason: 'project_not_found',
        guide: '/guides/errors/project_not_found',
      },
    ],
    [
      'the fields of a request that was refused',
      { message: 'name: Too long', fields: { name: 'Too long' } },
      { message: 'name: Too long', fields: { name: 'Too long' } },
    ],
    ['fields without words are none', { message: 'Refused', fields: { name: 1 } }, { message: 'Refused' }],
    [
      'else the object in error, spread',
      { error: { message: 'Deep', description: 'inside', code: 'E1' } },
      { code: 'E1', message: 'Deep', description: 'inside' },
    ],
    ['the object in error without a code keeps the status', { error: { message: 'Deep' } }, { message: 'Deep' }],
    [
      'a message goes before the object in error',
      { message: 'first', error: { message: 'second' } },
      { message: 'first' },
    ],
    ['an object that says nothing', { status: 'bad' }, { message: 'An error has occurred: 418' }],
    [
      'fields of other types say nothing',
      { error: 7, message: null, msg: ['x'] },
      { message: 'An error has occurred: 418' },
    ],
    [
      'an object in error without a message says nothing',
      { error: { reason: 'x' } },
      { message: 'An error has occurred: 418' },
    ],
    ['a JSON string is raw text', 'plainly broken', { message: 'plainly broken' }],
    ['an empty message says nothing', { message: '' }, { message: 'An error has occurred: 418' }],
  ])('%s', (_, body, expected) => {
    expect(answeredFailure(418, JSON.stringify(body), null)).toEqual({ code: 418, ...expected });
  });

  it.each([
    ['text that is not JSON is shown as it came', '<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>'],
    ['an empty body', '', 'An error has occurred: 502'],
  ])('%s', (_, body, message) => {
    expect(answeredFailure(502, body, null)).toEqual({ code: 502, message });
  });

  it('carries the request id', () => {
    expect(answeredFailure(500, '', 'req-1')).toEqual({
      code: 500,
      message: 'An error has occurred: 500',
      requestId: 'req-1',
    });
  });
});

describe('what got no answer', () => {
  it('is code 500 for the network', () => {
    expect(networkFailure('Failed to fetch', 'req-1')).toEqual({
      code: 500,
      message: 'An error has occurred: Failed to fetch',
      unanswered: true,
      requestId: 'req-1',
    });
    expect(networkFailure('Failed to fetch')).not.toHaveProperty('requestId');
  });

  it('shows a thrown message', () => {
    expect(thrownFailure(new RangeError('Too long'), 'req-1')).toEqual({
      code: 500,
      message: 'Too long',
      requestId: 'req-1',
    });
  });

  it.each([
    ['a string', 'boom'],
    ['nothing', undefined],
    ['an object without words', {}],
  ])('says so plainly for %s', (_, thrown) => {
    expect(thrownFailure(thrown, 'req-1').message).toBe(
      'API error happened while trying to communicate with the server.',
    );
  });
});
