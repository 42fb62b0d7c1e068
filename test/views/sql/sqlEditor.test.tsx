import { completionStatus } from '@codemirror/autocomplete';
import { cleanup, render, screen } from '@testing-library/react';
import { createRef, useEffect, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SqlCursor } from '../../../src/contract/sql/sqlEditor.ts';
import type { RunnableText, SqlEditorPort } from '../../../src/views/sql/editor/sqlEditor.ts';
import SqlEditor from '../../../src/views/sql/SqlEditor.tsx';
import { editorNamed, pressIn, typeIn, typeOverAll } from '../../fixtures/codeMirror.ts';

const sql = 'select 1;\nselect * form t';

describe('the editor', () => {
  afterEach(cleanup);

  function open(
    given: {
      query?: string;
      text?: string;
      replacement?: number;
      cursor?: SqlCursor | null;
      intellisense?: boolean;
    } = {},
  ) {
    const { query = crypto.randomUUID() } = given;
    const heard = {
      edited: [] as string[],
      run: [] as RunnableText[],
      saved: 0,
      selected: [] as boolean[],
      moved: [] as SqlCursor[],
    };
    const port = createRef<SqlEditorPort>();
    const element = ({ text = sql, replacement = 0, cursor = null, intellisense = true }: typeof given = {}) => (
      <SqlEditor
        port={port}
        query={query}
        text={text}
        cursor={cursor}
        replacement={replacement}
        catalog={null}
        error={null}
        styleNonce={undefined}
        intellisense={intellisense}
        onEdited={(edited) => heard.edited.push(edited)}
        onRun={(runnable) => heard.run.push(runnable)}
        onSave={() => {
          heard.saved += 1;
        }}
        onSelected={(has) => heard.selected.push(has)}
        onMoved={(moved) => heard.moved.push(moved)}
        onAidsUnavailable={() => {}}
      />
    );
    const { rerender } = render(element(given));
    return {
      heard,
      element,
      ref: port,
      port: port.current!,
      view: editorNamed('SQL')!,
      rerender: (next: { text: string; replacement: number }) => rerender(element(next)),
    };
  }

  it('keeps the focus that it got as it appeared, in development too', () => {
    const { element, ref } = open();
    cleanup();
    function Focusing({ children }: { children: ReactNode }) {
      const isThere = children !== null;
      useEffect(() => {
        if (isThere) ref.current?.focus();
      }, [isThere]);
      return children;
    }
    const { rerender } = render(<Focusing>{null}</Focusing>, { reactStrictMode: true });
    rerender(<Focusing>{element()}</Focusing>);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'SQL' }));
  });

  it('runs everything where nothing is selected', () => {
    const { heard, view } = open();
    pressIn(view, 'Enter', { ctrlKey: true });
    expect(heard.run).toEqual([{ sql, from: 0, line: 1 }]);
  });

  it('runs what is selected, and knows where that stands in the whole', () => {
    const { heard, view, port } = open();
    view.dispatch({ selection: { anchor: 10, head: sql.length } });
    expect(heard.selected).toEqual([false, true]);
    pressIn(view, 'Enter', { ctrlKey: true });
    expect(heard.run).toEqual([{ sql: 'select * form t', from: 10, line: 2 }]);
    expect(port.runnable()).toEqual(heard.run[0]);
    view.dispatch({ selection: { anchor: 0 } });
    expect(heard.selected).toEqual([false, true, false]);
  });

  it('begins where the cursor was, and tells where it goes', () => {
    const { heard, view } = open({ cursor: { anchor: 3, head: 9 } });
    expect(view.state.selection.main.toJSON()).toEqual({ anchor: 3, head: 9 });
    view.dispatch({ selection: { anchor: 5 } });
    expect(heard.moved).toEqual([{ anchor: 5, head: 5 }]);
  });

  it('begins at the end of a text that has become shorter than where the cursor was', () => {
    const { view } = open({ cursor: { anchor: 3, head: 9_999 } });
    expect(view.state.selection.main.toJSON()).toEqual({ anchor: 3, head: sql.length });
  });

  it('saves at once when asked to', () => {
    const { heard, view } = open();
    pressIn(view, 's', { ctrlKey: true });
    expect(heard.saved).toBe(1);
  });

  it('tells what is typed, and follows a text from elsewhere without telling it back', () => {
    const { heard, view, rerender } = open();
    typeOverAll(view, 'select 2');
    expect(heard.edited).toEqual(['select 2']);
    rerender({ text: 'select 9', replacement: 1 });
    expect(view.state.doc.toString()).toBe('select 9');
    expect(heard.edited).toEqual(['select 2']);
  });

  it('undoes what was typed before its query was left, and keeps what was selected', () => {
    const query = crypto.randomUUID();
    const first = open({ query, text: 'select 1' });
    typeOverAll(first.view, 'select 2');
    first.view.dispatch({ selection: { anchor: 0, head: 6 } });
    cleanup();
    const { heard, view } = open({ query, text: 'select 2', cursor: { anchor: 8, head: 8 } });
    expect(view.state.selection.main.toJSON()).toEqual({ anchor: 0, head: 6 });
    expect(heard.selected).toEqual([true]);
    pressIn(view, 'z', { ctrlKey: true });
    expect(view.state.doc.toString()).toBe('select 1');
    expect(heard.edited).toEqual(['select 1']);
    pressIn(view, 'y', { ctrlKey: true });
    expect(view.state.doc.toString()).toBe('select 2');
  });

  it('undoes nothing of a text that has become another while its query was left', () => {
    const query = crypto.randomUUID();
    typeOverAll(open({ query, text: 'select 1' }).view, 'select 2');
    cleanup();
    const { heard, view } = open({ query, text: 'select 3', cursor: { anchor: 8, head: 8 } });
    pressIn(view, 'z', { ctrlKey: true });
    expect(view.state.doc.toString()).toBe('select 3');
    expect(view.state.selection.main.head).toBe(8);
    expect(heard.edited).toEqual([]);
  });

  it('says that nothing is selected in a text that has replaced one with a selection', () => {
    const query = crypto.randomUUID();
    open({ query, text: 'select 1' }).view.dispatch({ selection: { anchor: 0, head: 6 } });
    cleanup();
    const { heard, port } = open({ query, text: 'select 3' });
    expect(heard.selected).toEqual([false]);
    expect(port.runnable().sql).toBe('select 3');
  });

  it('does not undo a text from elsewhere, which leaves the cursor where it is', () => {
    const { heard, view, rerender } = open({ text: 'select 1 from t' });
    typeOverAll(view, 'select 2 from t');
    view.dispatch({ selection: { anchor: 15 } });
    rerender({ text: 'select 22, 3 from t', replacement: 1 });
    expect(view.state.selection.main.head).toBe(19);
    pressIn(view, 'z', { ctrlKey: true });
    expect(view.state.doc.toString()).toBe('select 22, 3 from t');
    expect(heard.edited).toEqual(['select 2 from t']);
    typeOverAll(view, 'select 4');
    pressIn(view, 'z', { ctrlKey: true });
    expect(view.state.doc.toString()).toBe('select 22, 3 from t');
  });

  it('undoes a text that the user has accepted', () => {
    const { port, view } = open({ text: 'select 1' });
    port.replace('select 11');
    pressIn(view, 'z', { ctrlKey: true });
    expect(view.state.doc.toString()).toBe('select 1');
  });

  it('is not handed its own text back while it is typed into', () => {
    const { view, rerender } = open();
    typeOverAll(view, 'select 23');
    rerender({ text: 'select 2', replacement: 0 });
    expect(view.state.doc.toString()).toBe('select 23');
  });

  it('puts what is inserted where the cursor is, and tells it', () => {
    const { heard, port } = open({ text: ' from t' });
    port.insert('select *');
    expect(heard.edited).toEqual(['select * from t']);
  });

  it('puts the cursor behind what is dropped from elsewhere, so that the whole text is run', () => {
    const { heard, view } = open({ text: 'select * from ' });
    view.dispatch({
      changes: { from: 14, insert: 'products' },
      selection: { anchor: 14, head: 22 },
      userEvent: 'input.drop',
    });
    pressIn(view, 'Enter', { ctrlKey: true });
    expect(heard.run.map(({ sql: text }) => text)).toEqual(['select * from products']);
    expect(heard.selected).toEqual([false]);
    expect(heard.moved).toEqual([{ anchor: 22, head: 22 }]);
  });

  it('underlines an error at its place in the whole text, and goes there', () => {
    const { port, view } = open();
    const error = { sql: 'select * form t', from: 10, position: 10, message: 'syntax error at or near "form"' };
    port.mark(error);
    expect(document.querySelector('.cm-lintRange-error')?.textContent).toBe('form');
    port.goTo(error);
    expect(view.state.selection.main.head).toBe(19);
    port.clearMark();
    expect(document.querySelector('.cm-lintRange-error')).toBeNull();
  });

  it('marks nothing once the text has changed: the place would be wrong', () => {
    const { port, view } = open();
    typeOverAll(view, 'select 3');
    port.mark({ sql, from: 0, position: 20, message: 'syntax error' });
    expect(document.querySelector('.cm-lintRange-error')).toBeNull();
  });

  it('suggests while the user types, or only on request', () => {
    const { view } = open({ text: '' });
    typeOverAll(view, 'se');
    expect(completionStatus(view.state)).toBe('pending');
    cleanup();
    const { view: quiet } = open({ text: '', intellisense: false });
    typeOverAll(quiet, 'se');
    expect(completionStatus(quiet.state)).toBeNull();
    pressIn(quiet, ' ', { ctrlKey: true });
    expect(completionStatus(quiet.state)).toBe('pending');
  });

  it.each([
    ['/* block (x */ (', '/* block (x */ ()'],
    ['-- a line [of', '-- a line [of'],
    ["select '(it', \"[a", 'select \'(it\', "[a"'],
    ['/* it\'s "one" */ count(', '/* it\'s "one" */ count()'],
    ["select '(', (1) + '(a' || (", "select '(', (1) + '(a' || ()"],
    ["'a''(' (", "'a''(' ()"],
    ['as $$ select (', 'as $$ select ()'],
  ])('closes no bracket inside a comment, a string or a name: %s', (typed, stands) => {
    const { view } = open({ text: '' });
    for (const character of typed) typeIn(view, character);
    expect(view.state.doc.toString()).toBe(stands);
  });

  it('has a name and help for the keyboard', () => {
    open();
    const content = screen.getByLabelText('SQL');
    expect(document.getElementById(content.getAttribute('aria-describedby')!)?.textContent).toContain(
      'runs the query or the selection',
    );
  });
});
