import { forEachDiagnostic } from '@codemirror/lint';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aidsPart } from '../../../src/views/sql/editor/aidsPart.ts';
import { editorNamed, pressIn, typeOverAll } from '../../fixtures/codeMirror.ts';
import { sqlEditorWith, type MountedSqlEditor } from '../../fixtures/sqlEditor.ts';

const sql = 'select * form t';
const error = { sql, from: 0, position: 10, message: 'syntax error at or near "form"' };
const aids = aidsPart.aids!;

let mounted: MountedSqlEditor;
let answer: PromiseWithResolvers<typeof aids>;

/** The code of the aids is still on its way. */
beforeEach(() => {
  aidsPart.aids = null;
  answer = Promise.withResolvers();
  vi.spyOn(aidsPart, 'load').mockImplementation(() => answer.promise);
  mounted = sqlEditorWith(sql);
  mounted.editor.focus();
});
afterEach(() => {
  mounted.unmount();
  vi.restoreAllMocks();
  aidsPart.aids = aids;
});

const panel = () => screen.queryByRole('search', { name: 'Find and replace' });
const pressFind = () => pressIn(editorNamed('SQL')!, 'f', { ctrlKey: true });
const marks = () => {
  const found: string[] = [];
  forEachDiagnostic(editorNamed('SQL')!.state, ({ message }) => found.push(message));
  return found;
};

it('is typed into before they are there', () => {
  typeOverAll(editorNamed('SQL')!, 'select 1');
  expect(mounted.edited).toEqual(['select 1']);
});

it('opens find and replace once it is there', async () => {
  pressFind();
  expect(panel()).toBeNull();
  answer.resolve(aids);
  await waitFor(() => expect(panel()).not.toBeNull());
});

it('shows an error that was there before', async () => {
  mounted.editor.mark(error);
  answer.resolve(aids);
  await waitFor(() => expect(marks()).toEqual([error.message]));
  mounted.editor.clearMark();
  expect(marks()).toEqual([]);
});

it('shows no error whose text has changed meanwhile', async () => {
  mounted.editor.mark(error);
  typeOverAll(editorNamed('SQL')!, 'select 1');
  pressFind();
  answer.resolve(aids);
  await waitFor(() => expect(panel()).not.toBeNull());
  expect(marks()).toEqual([]);
});

it('asks again with the next key where they did not load', async () => {
  answer.reject(new TypeError('Failed to fetch dynamically imported module'));
  await Promise.allSettled([answer.promise]);
  answer = Promise.withResolvers();
  answer.resolve(aids);
  pressFind();
  await waitFor(() => expect(panel()).not.toBeNull());
  expect(mounted.retryAids()).toBeNull();
});

it('says of a key that they did not load, with a way to try again', async () => {
  answer.reject(new TypeError('Failed to fetch dynamically imported module'));
  await Promise.allSettled([answer.promise]);
  expect(mounted.retryAids()).toBeNull();
  pressFind();
  await waitFor(() => expect(mounted.retryAids()).not.toBeNull());
  answer = Promise.withResolvers();
  answer.resolve(aids);
  mounted.retryAids()!();
  await waitFor(() => expect(panel()).not.toBeNull());
  expect(mounted.retryAids()).toBeNull();
});

it('takes the way to try again back when its editor goes, and when another editor has loaded them', async () => {
  const fail = async () => {
    answer = Promise.withResolvers();
    answer.reject(new TypeError('Failed to fetch dynamically imported module'));
    pressFind();
    await waitFor(() => expect(mounted.retryAids()).not.toBeNull());
  };
  answer.reject(new TypeError('Failed to fetch dynamically imported module'));
  await fail();
  mounted.unmount();
  expect(mounted.retryAids()).toBeNull();

  mounted = sqlEditorWith(sql);
  mounted.editor.focus();
  await fail();
  answer = Promise.withResolvers();
  answer.resolve(aids);
  mounted.retryAids()!();
  await waitFor(() => expect(panel()).not.toBeNull());
  expect(mounted.retryAids()).toBeNull();
});

it('leaves the focus where the user has taken it meanwhile', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  pressFind();
  field.focus();
  answer.resolve(aids);
  await Promise.all(vi.mocked(aidsPart.load).mock.results.map(({ value }) => value as Promise<unknown>));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(document.activeElement).toBe(field);
  expect(panel()).toBeNull();
  field.remove();
});

it.each([
  ['g', { ctrlKey: true }],
  ['F3', {}],
])('searches once it is there where %s was pressed', async (key, held) => {
  pressIn(editorNamed('SQL')!, key, held);
  expect(panel()).toBeNull();
  answer.resolve(aids);
  await waitFor(() => expect(panel()).not.toBeNull());
});

it('selects the word at the cursor once it is there where Ctrl+D was pressed', async () => {
  pressIn(editorNamed('SQL')!, 'd', { ctrlKey: true });
  answer.resolve(aids);
  await waitFor(() => expect(editorNamed('SQL')!.state.selection.main).toMatchObject({ from: 0, to: 6 }));
});

it('leaves an editor alone that is gone', async () => {
  const dispatch = vi.spyOn(editorNamed('SQL')!, 'dispatch');
  pressFind();
  mounted.editor.destroy();
  dispatch.mockClear();
  answer.resolve(aids);
  await vi.waitFor(() => expect(aidsPart.load).toHaveBeenCalledTimes(2));
  await Promise.allSettled(vi.mocked(aidsPart.load).mock.results.map(({ value }) => value as Promise<unknown>));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(dispatch).not.toHaveBeenCalled();
});
