import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { editorNamed, pressIn } from '../../fixtures/codeMirror.ts';
import { sqlEditorWith, type MountedSqlEditor } from '../../fixtures/sqlEditor.ts';

const sql = 'select name from names;\nselect Name from others;';

let mounted: MountedSqlEditor;

beforeEach(() => {
  mounted = sqlEditorWith(sql);
  pressIn(editorNamed('SQL')!, 'f', { ctrlKey: true });
});
afterEach(() => {
  mounted.unmount();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => fireEvent.input(field(label), { target: { value: text } });
const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }));
const count = () => screen.getByRole('status').textContent;
const selected = () => {
  const { state } = editorNamed('SQL')!;
  return state.sliceDoc(state.selection.main.from, state.selection.main.to);
};

it('counts the matches and goes from one to the next and back, by key and by button', () => {
  expect(document.activeElement).toBe(field('Find'));
  type('Find', 'name');
  expect(count()).toBe('3 matches');
  fireEvent.keyDown(field('Find'), { key: 'Enter' });
  expect([count(), selected()]).toEqual(['1 of 3', 'name']);
  press('Next match');
  press('Next match');
  expect([count(), selected()]).toEqual(['3 of 3', 'Name']);
  fireEvent.keyDown(field('Find'), { key: 'Enter', shiftKey: true });
  expect(count()).toBe('2 of 3');
  press('Previous match');
  expect(count()).toBe('1 of 3');
});

it('narrows the matches by case, by word and by an expression, and says what is wrong with one', () => {
  type('Find', 'name');
  press('Match case');
  expect(screen.getByRole('button', { name: 'Match case' }).getAttribute('aria-pressed')).toBe('true');
  expect(count()).toBe('2 matches');
  press('Whole word');
  expect(count()).toBe('1 match');
  press('Regular expression');
  type('Find', 'na(');
  expect(count()).toBe('Invalid expression');
  type('Find', 'z+');
  expect(count()).toBe('No matches');
});

it('replaces one match or all of them', () => {
  type('Find', 'from');
  type('Replace', 'FROM');
  press('Next match');
  press('Replace');
  expect(mounted.edited.at(-1)).toBe('select name FROM names;\nselect Name from others;');
  press('Replace all');
  expect(mounted.edited.at(-1)).toBe('select name FROM names;\nselect Name FROM others;');
});

it('closes by Escape and by its button, and the cursor is in the text again', () => {
  fireEvent.keyDown(field('Find'), { key: 'Escape', keyCode: 27 });
  expect(screen.queryByRole('search')).toBeNull();
  pressIn(editorNamed('SQL')!, 'f', { ctrlKey: true });
  press('Close');
  expect(screen.queryByRole('search')).toBeNull();
  expect(document.activeElement).toBe(editorNamed('SQL')!.contentDOM);
});
