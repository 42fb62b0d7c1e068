import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { screen, screens, screenWithFlow } from '../../src/app/screens.ts';
import type { ScreenInput } from '../../src/machines/parts/screen.input.ts';
import { pageNames, pageOf } from '../../src/router/pages.ts';
import type { ScreenProps } from '../../src/views/parts/screenViews.ts';

const machine = setup({ types: { input: {} as ScreenInput<'sqlSnippet'> } }).createMachine({});
const other = setup({ types: { input: {} as ScreenInput<'sqlSnippet'> } }).createMachine({
  on: {},
  initial: 'a',
  states: { a: {} },
});
const flow = async () => ({ default: machine });

const Snippet = ({ params: { ref, id } }: ScreenProps<'sqlSnippet', typeof machine>) => `${ref}/${id}`;
const Project = ({ params: { ref } }: ScreenProps<'project'>) => ref;
const Other = ({ params: { id } }: ScreenProps<'sqlSnippet', typeof other>) => id;

describe('the table of screens', () => {
  it('has a screen for every page that shows something, and no other', () => {
    const shown = pageNames.filter((name) => !['landing', 'exit'].includes(pageOf(name).access));
    expect(Object.keys(screens).toSorted()).toEqual(shown.toSorted());
  });

  it('is checked by the compiler: view, flow and path belong together', () => {
    expect([
      screenWithFlow('sqlSnippet', async () => ({ default: Snippet }), flow),
      screen('project', async () => ({ default: Project })),
      // @ts-expect-error -- the path of `project` has no `id`
      screenWithFlow('project', async () => ({ default: Snippet }), flow),
      // @ts-expect-error -- the flow asks for an `id` that the path does not have
      screenWithFlow('project', async () => ({ default: Project }), flow),
      // @ts-expect-error -- the path of `projects` has no `ref`
      screen('projects', async () => ({ default: Project })),
      // @ts-expect-error -- the view is made for another flow
      screenWithFlow('sqlSnippet', async () => ({ default: Other }), flow),
    ]).toHaveLength(6);
  });
});
