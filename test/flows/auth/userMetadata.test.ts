import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ProjectUser, UserMetadata } from '../../../src/contract/auth/projectUser.ts';
import { metadataChange, metadataOf } from '../../../src/machines/auth/userMetadata/metadataText.ts';
import { userMetadataMachine } from '../../../src/machines/auth/userMetadata/userMetadata.machine.ts';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { grace } from './newUser.model.ts';
import { userMetadataModel } from './userMetadata.model.ts';

coverChart(userMetadataModel);

describe('the metadata of a user', () => {
  it('is sent as what was edited: names that the app adds meanwhile stay', () => {
    expect(metadataChange({ a: 1, b: [1], c: 3 }, { a: 1, b: [2], d: null })).toEqual({ b: [2], c: null, d: null });
    expect(metadataChange({ a: { x: 1 } }, { a: { x: 1 } })).toEqual({});
  });

  it('is a JSON object, or empty', () => {
    for (const text of ['[1]', '"text"', 'null', '3', '{']) expect(metadataOf(text)).toBeNull();
    expect(metadataOf('  ')).toEqual({});
    expect(metadataOf('{"a": null}')).toEqual({ a: null });
  });

  it('is refused at its field before anything is sent', () => {
    const save = held<
      ProjectUser,
      { ref: string; id: string; change: Record<'user_metadata' | 'app_metadata', UserMetadata> }
    >();
    const flow = createActor(userMetadataMachine.provide({ actors: { changeMetadata: save.logic } }), {
      input: { ref: 'abc', id: grace.id, user_metadata: { a: 1 }, app_metadata: {}, parent: createPort(() => {}) },
    }).start();
    flow.send({ type: 'field.changed', field: 'app_metadata', value: '{plan: gold}' });
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({
      app_metadata: 'Enter a JSON object, such as {"plan": "gold"}.',
    });
    flow.send({ type: 'field.changed', field: 'app_metadata', value: '{"plan": "gold"}' });
    flow.send({ type: 'field.changed', field: 'user_metadata', value: '' });
    flow.send({ type: 'form.submitted' });
    expect(save.last().input).toEqual({
      ref: 'abc',
      id: grace.id,
      change: { user_metadata: { a: null }, app_metadata: { plan: 'gold' } },
    });
  });
});
