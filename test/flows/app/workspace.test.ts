import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { workspaceMachine } from '../../../src/machines/app/workspace/workspace.machine.ts';
import { orders, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { FakeWorld } from '../../support/fakeWorld.ts';
import { arrivedAt } from '../projects/projectStatus.model.ts';
import { movedTo } from '../shell/access.model.ts';
import { workspaceModel } from './workspace.model.ts';

coverChart(workspaceModel);

describe('the workspace', () => {
  const opened = arrivedAt(`/project/${orders.ref}`, { ref: orders.ref });

  function start(given: typeof opened | null) {
    const world = new FakeWorld();
    const workspace = createActor(world.withStubs(workspaceMachine), {
      input: { port: world.port, resources: screenInput().resources, opened: given },
    }).start();
    return { world, workspace };
  }

  it('watches the project of the page that opened before it was loaded', () => {
    expect(start(opened).world.takeEffects()).toEqual([{ to: 'project', event: opened }]);
  });

  it('waits for the first page where none has opened', () => {
    const { world, workspace } = start(null);
    expect(world.takeEffects()).toEqual([]);
    workspace.send(opened);
    expect(world.takeEffects()).toEqual([{ to: 'project', event: opened }]);
  });

  it('closes what is open over a page with that page, and the navigation with the address', () => {
    const { world, workspace } = start(null);
    workspace.send({ type: 'page.changed' });
    expect(world.takeEffects().map(({ to }) => to)).toEqual(['palette', 'shortcutSheet', 'project']);
    workspace.send(movedTo('/projects', { name: 'projects', access: 'user' }));
    expect(world.takeEffects().map(({ to }) => to)).toEqual(['navigationRail']);
  });

  it('ends with what a machine threw', () => {
    const { world, workspace } = start(null);
    world.fail('palette', new Error('A machine has a fault.'));
    expect(workspace.getSnapshot()).toMatchObject({ status: 'done', output: { message: 'A machine has a fault.' } });
  });
});
