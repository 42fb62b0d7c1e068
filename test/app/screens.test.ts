import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { layout, layoutWithFlow, screen, screens, screenWithFlow } from '../../src/app/screens.ts';
import type { LayoutInput, ScreenInput } from '../../src/machines/parts/screen.input.ts';
import { projectStatusMachine } from '../../src/machines/projects/projectStatus/projectStatus.machine.ts';
import { pageNames, pageOf } from '../../src/router/pages.ts';
import type { LayoutProps, ScreenProps } from '../../src/views/parts/screenViews.ts';

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

const status = async () => ({ default: projectStatusMachine });
const Frame = ({ params: { ref } }: LayoutProps<'project', typeof projectStatusMachine>) => ref;
const Shell = ({ params }: LayoutProps<'shell'>) => Object.keys(params).join();
const Wrong = ({ flow: { id } }: LayoutProps<'project', typeof machine>) => id;

describe('the table of screens', () => {
  it('has a screen for every page that shows something, and no other', () => {
    const shown = pageNames.filter((name) => !['landing', 'exit'].includes(pageOf(name).access));
    expect(Object.keys(screens).toSorted()).toEqual(shown.toSorted());
  });

  it('shows a screen without what loads beside it, also where that fails', async () => {
    const asked: string[] = [];
    const beside = async () => {
      asked.push('beside');
      throw new Error('offline');
    };
    const { load } = screenWithFlow('sqlSnippet', async () => ({ default: Snippet }), flow, [beside]);
    expect(await load()).toMatchObject({ View: Snippet, flow: machine });
    expect(asked).toEqual(['beside']);
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

  it('is checked by the compiler: a layout gets the segments that all its pages have, and the flow that views expect', () => {
    // @ts-expect-error -- not every page of a project has an `id`
    const input: LayoutInput<'project'>['params'] = { ref: 'abc', id: '7' };
    expect([
      input,
      layout('shell', async () => ({ default: Shell })),
      layoutWithFlow('project', async () => ({ default: Frame }), status),
      // @ts-expect-error -- not every page in the shell has a `ref`
      layout('shell', async () => ({ default: Frame })),
      // @ts-expect-error -- the layout of projects has a flow
      layout('project', async () => ({ default: Frame })),
      // @ts-expect-error -- views read another flow there
      layoutWithFlow('project', async () => ({ default: Wrong }), flow),
    ]).toHaveLength(6);
  });
});
