import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor as waitForState } from 'xstate';
import type { Constraint } from '../../../src/contract/tables/constraint.ts';
import type { KeyTarget } from '../../../src/contract/tables/shapeSuggestions.ts';
import { shapeSuggestionsMachine } from '../../../src/machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import { ConstraintForm } from '../../../src/views/tables/ConstraintForm.tsx';
import { KeyTargetFields, type ForeignKey, type Suggestions } from '../../../src/views/tables/KeyTargetFields.tsx';
import { useTypedConstraint } from '../../../src/views/tables/useTypedConstraint.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { harborSuggestions } from '../../flows/tables/shapeSuggestions.model.ts';

let suggestions: NonNullable<Suggestions>;

beforeEach(async () => {
  suggestions = createActor(
    shapeSuggestionsMachine.provide({
      actors: {
        readSuggestions: fromPromise(async ({ input: { search } }) => {
          const { targets, ...others } = await Promise.resolve(harborSuggestions);
          const first = search === '' ? targets.slice(0, 2) : targets;
          return { ...others, targets: first.filter(({ table }) => table.includes(search)) };
        }),
      },
    }),
    { input: { ref: 'abc' } },
  ).start();
  await waitForState(suggestions, (snapshot) => snapshot.matches('ready'));
});

afterEach(() => {
  cleanup();
  suggestions.stop();
});

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'References table' });
const choose = async (table: string) => {
  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: table }));
};
const select = (name: string, value: string) => userEvent.selectOptions(screen.getByRole('combobox', { name }), value);
const optionsOf = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('the foreign key of a column', () => {
  const own: KeyTarget = { schema: 'public', table: 'Trips', keys: [[{ name: 'id', type: 'bigint' }]] };
  let chosen: ForeignKey | null;
  let types: (string | null)[];

  function Fields({ first = null }: { first?: ForeignKey | null }) {
    const [value, setValue] = useState(first);
    const take = (changed: ForeignKey | null) => {
      chosen = changed;
      setValue(changed);
    };
    return (
      <InApp app={startTestApp()}>
        <KeyTargetFields
          suggestions={suggestions}
          own={own}
          columns={1}
          value={value}
          onChanged={(changed, key) => {
            types.push(key?.[0]?.type ?? null);
            take(changed);
          }}
          onRemoved={() => take(null)}
        />
      </InApp>
    );
  }
  beforeEach(() => {
    types = [];
  });

  it('points to the first key of the chosen table, or to another of one column, with actions', async () => {
    render(<Fields />);
    await choose('public.boats');
    expect([chosen, types]).toEqual([
      { schema: 'public', table: 'boats', isOwn: false, columns: ['id'], onDelete: 'no action', onUpdate: 'no action' },
      ['integer'],
    ]);
    expect(optionsOf('Referenced column')).toEqual(['id', 'code']);
    await select('Referenced column', 'code');
    await select('On delete', 'cascade');
    await select('On update', 'set null');
    expect([chosen, types]).toEqual([
      { schema: 'public', table: 'boats', isOwn: false, columns: ['code'], onDelete: 'cascade', onUpdate: 'set null' },
      ['integer', 'integer', null, null],
    ]);
  });

  it('offers the new table itself, and no table without a key of one column', async () => {
    render(<Fields />);
    await userEvent.click(field());
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual(['public."Trips"This table', 'public.boats']);
    await userEvent.click(screen.getByRole('option', { name: /Trips/ }));
    expect(chosen).toMatchObject({ isOwn: true, columns: ['id'] });
  });

  it('is shown as it was chosen before, also where its table is not among those found, and is removed', async () => {
    render(
      <Fields
        first={{ schema: 'far', table: 'away', columns: ['key'], onDelete: 'restrict', onUpdate: 'no action' }}
      />,
    );
    expect(field().value).toBe('far.away');
    expect(optionsOf('Referenced column')).toEqual(['key']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove foreign key' }));
    expect(chosen).toBeNull();
    await waitFor(() => expect(field().value).toBe(''));
    expect(document.activeElement).toBe(field());
  });

  it('is searched for by name, without the table that was chosen before, and keeps its keys', async () => {
    render(<Fields />);
    await choose('public.boats');
    await userEvent.clear(field());
    await userEvent.type(field(), ' "zeb"');
    // Those found before are no answer to this search.
    expect(within(screen.getByRole('listbox')).queryAllByRole('option')).toEqual([]);
    await userEvent.click(await screen.findByRole('option', { name: 'public.zebras' }));
    await waitFor(() => expect(suggestions.getSnapshot().context).toMatchObject({ search: '' }));
    await waitFor(() => expect(suggestions.getSnapshot().matches('ready')).toBe(true));
    expect(field().value).toBe('public.zebras');
    expect(optionsOf('Referenced column')).toEqual(['id', 'stripes']);
    await select('Referenced column', 'stripes');
    expect(chosen).toMatchObject({ table: 'zebras', columns: ['stripes'] });
  });

  it('says when nothing is found', async () => {
    render(<Fields />);
    act(() => field().focus());
    await userEvent.type(field(), 'whale');
    expect(await screen.findByText('No table with a unique key has this name.')).toBeTruthy();
  });
});

it('makes a foreign key of several columns, once each has its own', async () => {
  const added = vi.fn<(constraints: Constraint[]) => void>();
  const columns = ['Boat', 'person'];
  const Form = () => {
    const { field: typed, add } = useTypedConstraint({ constraints: [], columns, onChanged: added });
    return <ConstraintForm {...typed} suggestions={suggestions} columns={columns} onAdded={add} />;
  };
  render(
    <InApp app={startTestApp()}>
      <Form />
    </InApp>,
  );
  await select('Kind', 'foreign key');
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add constraint' });
  expect(add.disabled).toBe(true);
  await choose('public.crews');
  await select('Column for boat', 'Boat');
  expect(add.disabled).toBe(true);
  await select('Column for person', 'person');
  await select('On delete', 'set null');
  await userEvent.click(add);
  expect(added.mock.lastCall?.[0]).toEqual([
    {
      storedName: null,
      kind: 'foreign key',
      definition: 'foreign key ("Boat", person) references public.crews (boat, person) on delete set null',
    },
  ]);
  expect(field().value).toBe('');
});
