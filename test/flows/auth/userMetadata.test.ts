import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { MetadataDraft, ProjectUser, UserMetadata } from '../../../src/contract/auth/projectUser.ts';
import { metadataChange, metadataOf } from '../../../src/machines/auth/userMetadata/metadataText.ts';
import { userMetadataMachine } from '../../../src/machines/auth/userMetadata/userMetadata.machine.ts';
import { selectIsEdited } from '../../../src/machines/auth/userMetadata/userMetadata.selectors.ts';
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

  describe('kept as a draft', () => {
    const typed = '{"name": "Ada"}';
    let drafts: (MetadataDraft | null)[];
    let sent: string[];
    const open = async (draft: MetadataDraft | null, user_metadata: UserMetadata = { name: 'Grace' }) => {
      drafts = [];
      sent = [];
      const save = held<
        ProjectUser,
        { ref: string; id: string; change: Record<'user_metadata' | 'app_metadata', UserMetadata> }
      >();
      const flow = createActor(
        userMetadataMachine.provide({
          actors: {
            loadDraft: fromPromise(async () => draft),
            keepDraft: fromPromise(async ({ input }) => void drafts.push(input.draft)),
            deleteDraft: fromPromise<void, { ref: string; id: string }>(async () => void drafts.push(null)),
            changeMetadata: save.logic,
          },
        }),
        {
          input: {
            ref: 'abc',
            id: grace.id,
            user_metadata,
            app_metadata: {},
            parent: createPort(({ type }) => sent.push(type)),
          },
        },
      ).start();
      await waitFor(flow, (snapshot) => snapshot.matches('editing'));
      return { flow, save };
    };
    const metadataDraft = (from: UserMetadata, user_metadata: string): MetadataDraft => ({
      from: { user_metadata: from, app_metadata: {} },
      values: { user_metadata, app_metadata: '{}' },
    });

    it('closes after what was typed right before is stored', async () => {
      const { flow } = await open(null);
      flow.send({ type: 'field.changed', field: 'user_metadata', value: typed });
      flow.send({ type: 'form.left' });
      await waitFor(flow, (snapshot) => snapshot.matches('left'));
      expect(drafts).toEqual([metadataDraft({ name: 'Grace' }, typed)]);
      expect(sent).toEqual(['form.cancelled']);
    });

    it('sends only what was edited, though the app has added names since', async () => {
      const { flow, save } = await open(metadataDraft({ name: 'Grace' }, typed), { name: 'Grace', plan: 'gold' });
      expect(flow.getSnapshot().context.values.user_metadata).toBe(typed);
      flow.send({ type: 'form.submitted' });
      expect(save.last().input.change.user_metadata).toEqual({ name: 'Ada' });
      save.last().answer(grace);
      await waitFor(flow, (snapshot) => snapshot.matches('saved'));
      expect(drafts).toEqual([null]);
      expect(sent).toEqual(['metadata.saved']);
    });

    it('shows what is stored after the edits are discarded', async () => {
      const { flow } = await open(metadataDraft({ name: 'Grace' }, typed), { name: 'Grace', plan: 'gold' });
      expect(selectIsEdited(flow.getSnapshot())).toBe(true);
      flow.send({ type: 'edits.discarded' });
      await waitFor(flow, (snapshot) => snapshot.matches('editing'));
      expect(JSON.parse(flow.getSnapshot().context.values.user_metadata)).toEqual({ name: 'Grace', plan: 'gold' });
      expect(selectIsEdited(flow.getSnapshot())).toBe(false);
      expect(drafts).toEqual([null]);
    });
  });

  it('is refused at its field before anything is sent', async () => {
    const save = held<
      ProjectUser,
      { ref: string; id: string; change: Record<'user_metadata' | 'app_metadata', UserMetadata> }
    >();
    const flow = createActor(
      userMetadataMachine.provide({
        actors: {
          loadDraft: fromPromise<MetadataDraft | null, { ref: string; id: string }>(async () => null),
          changeMetadata: save.logic,
        },
      }),
      {
        input: { ref: 'abc', id: grace.id, user_metadata: { a: 1 }, app_metadata: {}, parent: createPort(() => {}) },
      },
    ).start();
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
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
