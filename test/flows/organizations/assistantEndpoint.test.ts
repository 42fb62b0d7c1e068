import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import {
  endpointChange,
  type EndpointDraft,
  type EndpointForm,
  type StoredEndpoint,
  type TestedEndpoint,
} from '../../../src/contract/assistant/assistantEndpoint.ts';
import { assistantEndpointMachine } from '../../../src/machines/organizations/assistantEndpoint/assistantEndpoint.machine.ts';
import {
  selectIsEdited,
  selectStored,
  selectTested,
} from '../../../src/machines/organizations/assistantEndpoint/assistantEndpoint.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { withStubs } from '../../support/fakeWorld.ts';
import { assistantEndpointModel, input, stored } from './assistantEndpoint.model.ts';

coverChart(assistantEndpointModel);

describe('the model of an organization', () => {
  let read: ReturnType<typeof held<StoredEndpoint, { slug: string }>>;
  let change: ReturnType<typeof held<StoredEndpoint, { slug: string; values: EndpointForm }>>;
  let test: ReturnType<typeof held<TestedEndpoint, { slug: string; values: EndpointForm }>>;
  let remove: ReturnType<typeof held<void, { slug: string }>>;
  let discard: ReturnType<typeof held<void, { slug: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof assistantEndpointMachine>;
  const type = (field: keyof EndpointDraft | 'apiKey', value: string) =>
    flow.send({ type: 'field.changed', field, value });

  beforeEach(async () => {
    [read, change, test, remove, discard, port] = [held(), held(), held(), held(), held(), recordingPort()];
    const draft = held<EndpointDraft | null, { slug: string }>();
    flow = createActor(
      withStubs(assistantEndpointMachine).provide({
        actors: {
          loadDraft: draft.logic,
          readEndpoint: read.logic,
          changeEndpoint: change.logic,
          testEndpoint: test.logic,
          removeEndpoint: remove.logic,
          deleteDraft: discard.logic,
        },
      }),
      { input: input(port) },
    ).start();
    draft.last().answer(null);
    await waitFor(flow, (snapshot) => snapshot.matches('reading'));
    read.last().answer(stored);
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  });

  it('shows what is stored, but no key', () => {
    expect(flow.getSnapshot().context.values).toMatchObject({
      baseUrl: 'https://api.example.com/v1',
      modelName: 'large',
      contextTokens: '8000',
      apiKey: '',
    });
  });

  it.each<[string, Partial<EndpointForm>, string | null | undefined]>([
    ['keeps the stored key where none is typed', {}, undefined],
    ['replaces it by a typed one', { apiKey: 'sk-1' }, 'sk-1'],
    ['removes it when the user says so', { removesKey: true }, null],
  ])('%s', (_, edit, key) => {
    expect(endpointChange({ ...flow.getSnapshot().context.values, ...edit }).key).toBe(key);
  });

  it('tests what is typed before it is saved, and says what came of it', async () => {
    type('modelName', 'larger');
    flow.send({ type: 'test.requested' });
    expect(test.last().input).toMatchObject({ slug: 'acme', values: { modelName: 'larger' } });
    test.last().answer({ answeredMs: null, failure: { code: 'key_refused', message: 'The model refuses its key.' } });
    await waitFor(flow, (snapshot) => selectTested(snapshot) !== null);
    expect(selectTested(flow.getSnapshot())?.failure?.message).toBe('The model refuses its key.');
    expect(change.calls).toEqual([]);
  });

  it('still stores what was typed right before a test or a question', async () => {
    type('modelName', 'larger');
    flow.send({ type: 'test.requested' });
    test.last().answer({ answeredMs: 340, failure: null });
    await waitFor(flow, (snapshot) => selectTested(snapshot) !== null);
    expect(flow.getSnapshot().matches({ editing: 'unsaved' })).toBe(true);
    flow.send({ type: 'removal.requested' });
    flow.send({ type: 'action.cancelled' });
    expect(flow.getSnapshot().matches({ editing: 'unsaved' })).toBe(true);
  });

  it.each([
    ['stays in the form when the model is removed', 'larger', { modelName: 'larger' }],
    ['leaves the form when it is removed unedited', 'large', { modelName: '' }],
  ])('%s', async (_, typed, shown) => {
    type('modelName', typed);
    flow.send({ type: 'removal.requested' });
    flow.send({ type: 'action.confirmed' });
    remove.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('reading'));
    read.last().answer({ ...stored, isSet: false, baseUrl: '', modelName: '', contextTokens: '', hasKey: false });
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    expect(flow.getSnapshot().context.values).toMatchObject(shown);
    expect(flow.getSnapshot().matches({ editing: 'unsaved' })).toBe(shown.modelName !== '');
  });

  it('says that edits are not saved, and shows what is stored once they are discarded', async () => {
    type('modelName', 'larger');
    expect(selectIsEdited(flow.getSnapshot())).toBe(true);
    flow.send({ type: 'edits.discarded' });
    expect(discard.last().input).toEqual({ slug: 'acme' });
    discard.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('reading'));
    read.last().answer({ ...stored, modelName: 'another owner’s' });
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    expect([flow.getSnapshot().context.values.modelName, selectIsEdited(flow.getSnapshot())]).toEqual([
      'another owner’s',
      false,
    ]);
  });

  it('sends nothing that its schema refuses', () => {
    type('baseUrl', 'ftp://example.com');
    type('contextTokens', '10');
    flow.send({ type: 'form.submitted' });
    expect(Object.keys(flow.getSnapshot().context.fieldErrors).toSorted()).toEqual(['contextTokens', 'url']);
    expect(change.calls).toEqual([]);
  });

  it('says that it was saved', async () => {
    type('modelName', 'larger');
    flow.send({ type: 'form.submitted' });
    change.last().answer({ ...stored, modelName: 'larger' });
    await waitFor(flow, (snapshot) => selectStored(snapshot)?.modelName === 'larger');
    expect(port.commands).toEqual([
      { type: 'resource.changed', names: ['organizations', 'organization'] },
      { type: 'toast.requested', toast: { tone: 'success', title: 'Model saved' } },
    ]);
  });
});
