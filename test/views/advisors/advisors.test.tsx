import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createActor, fromCallback, type Actor } from 'xstate';
import type { Advisors as Answer } from '../../../src/contract/advisors/advisors.ts';
import { advisorsMachine, type IgnoredRecalled } from '../../../src/machines/advisors/advisors/advisors.machine.ts';
import { Advisors } from '../../../src/views/advisors/Advisors.tsx';
import { advisors, openNotes, openTodos } from '../../fixtures/advisors.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { forbidden, recordingPort, screenInput } from '../../fixtures/screen.ts';

let flow: Actor<typeof advisorsMachine>;
let port: ReturnType<typeof recordingPort>;

function show(answer: unknown, ignored: readonly string[] = []): void {
  flow = createActor(
    advisorsMachine.provide({
      actors: {
        storeIgnored: fromCallback(({ sendBack }) =>
          sendBack({ type: 'ignored.recalled', ignored } satisfies IgnoredRecalled),
        ),
      },
    }),
    { input: { ...screenInput({ port }), params: { ref: 'abc' } } },
  ).start();
  render(
    <InApp app={startTestApp({ '/projects/abc/advisors': answer })}>
      <Advisors flow={flow} projectRef="abc" />
    </InApp>,
  );
}

/** As a pointer does, which moves the focus too. */
function press(button: HTMLElement): void {
  button.focus();
  fireEvent.click(button);
}

beforeEach(() => {
  history.replaceState(null, '', '/project/abc/advisors');
  port = recordingPort();
});
afterEach(() => {
  cleanup();
  flow.stop();
});

it('shows findings by level, the most urgent first, and those of a category on demand', async () => {
  show(advisors);
  await screen.findByRole('heading', { name: 'Errors' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Errors',
    'Warnings',
    'Suggestions',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Performance' }));
  expect(location.search).toBe('?category=performance');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Suggestions']);
});

it('finds by rule, object and detail, and says when nothing matches', async () => {
  show(advisors);
  const search = await screen.findByLabelText('Search findings');
  fireEvent.change(search, { target: { value: 'COMMENTS' } });
  expect(screen.getByRole('region', { name: 'Policy that lets everyone write' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Table without row level security' })).toBeNull();
  fireEvent.change(search, { target: { value: 'no such thing' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show all findings' }));
  expect(screen.getByRole('region', { name: 'Table without row level security' })).toBeTruthy();
});

it('opens a finding with its SQL, which only the editor runs, and links to its table and its guide', async () => {
  show(advisors);
  const lint = within(await screen.findByRole('region', { name: 'Table without row level security' }));
  press(lint.getByRole('button', { name: /^public\.todos/ }));
  const editor = new URL((await lint.findByRole<HTMLAnchorElement>('link', { name: 'Open in SQL editor' })).href);
  expect([editor.pathname, editor.searchParams.get('sql')]).toEqual(['/project/abc/sql', openTodos.remedy]);
  expect(document.querySelector('pre')?.textContent).toBe(openTodos.remedy);
  expect(lint.getByRole('link', { name: 'Open table' }).getAttribute('href')).toBe('/project/abc/editor/16400');
  expect(lint.getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe(
    '/guides/database/advisors#table-without-row-level-security',
  );
});

it('offers no SQL where only a developer can decide', async () => {
  show(advisors);
  const lint = within(await screen.findByRole('region', { name: 'Policy that lets everyone write' }));
  press(lint.getByRole('button', { name: /^Write comments/ }));
  expect(await lint.findByText(/^There is no single fix/)).toBeTruthy();
  expect(lint.queryByRole('link', { name: 'Open in SQL editor' })).toBeNull();
});

it('offers an example policy where a table has none', async () => {
  const [first] = advisors.lints;
  const found = { ...openTodos, id: 'rls_enabled_no_policy:public.todos', remedy: null };
  const title = 'Row level security without a policy';
  show({ lints: [{ ...first!, name: 'rls_enabled_no_policy', title, findings: [found], count: 1 }] } satisfies Answer);
  const lint = within(await screen.findByRole('region', { name: title }));
  press(lint.getByRole('button', { name: /^public\.todos/ }));
  const example = new URL((await lint.findByRole<HTMLAnchorElement>('link', { name: 'Create policy' })).href);
  expect(example.pathname).toBe('/project/abc/sql');
  expect(Object.fromEntries(example.searchParams)).toEqual({ example: 'policy', schema: 'public', table: 'todos' });
  expect(lint.queryByText(/^There is no single fix/)).toBeNull();
});

it('says how many findings an answer left out', async () => {
  const [first, ...others] = advisors.lints;
  show({ lints: [{ ...first!, count: 12_000 }, ...others] } satisfies Answer);
  expect(
    await screen.findByText('11,998 more findings of this rule follow when some of these are fixed.'),
  ).toBeTruthy();
});

it('hides ignored findings, and marks them where they are shown', async () => {
  show({ lints: advisors.lints.slice(0, 1) } satisfies Answer, [openTodos.id, openNotes.id, 'gone']);
  fireEvent.click(await screen.findByRole('button', { name: 'Show ignored findings' }));
  expect(screen.getAllByText('Ignored')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Hide ignored' }));
  expect(screen.getByText('All findings are ignored')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show ignored (2)' })).toBeTruthy();
});

it('checks again on demand', async () => {
  show(advisors);
  fireEvent.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(port.commands).toEqual([{ type: 'resource.invalidated', names: ['advisors'], params: { ref: 'abc' } }]);
});

it('says that nothing was found, and how much was checked', async () => {
  show({ lints: advisors.lints.map((lint) => ({ ...lint, count: 0, findings: [] })) } satisfies Answer);
  expect(await screen.findByText('No findings')).toBeTruthy();
  expect(screen.getByText(/checked 4 rules/)).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
});

it('says that the findings could not be read, which can be tried again', async () => {
  // A refusal that is read again would be said only after the last try.
  show(forbidden);
  expect(await screen.findByText('Could not load the findings')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
