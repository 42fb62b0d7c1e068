import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { workspaceMachine } from '../../../src/machines/app/workspace/workspace.machine.ts';
import { screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { FakeWorld } from '../../support/fakeWorld.ts';
import { movedTo } from '../shell/access.model.ts';
import { workspaceModel } from './workspace.model.ts';

coverChart(workspaceModel);

describe('the workspace', () => {
  function start() {
    const world = new FakeWorld();
    const workspace = createActor(world.withStubs(workspaceMachine), {
      input: { now: () => 0, port: world.port, resources: screenInput().resources },
    }).start();
    return { world, workspace };
  }

  it('closes what is open over a page with that page, and the navigation with the address', () => {
    const { world, workspace } = start();
    workspace.send({ type: 'page.changed' });
    expect(world.takeEffects().map(({ to }) => to)).toEqual(['palette', 'shortcutSheet']);
    workspace.send(movedTo('/projects', { name: 'projects', access: 'user' }));
    expect(world.takeEffects().map(({ to }) => to)).toEqual(['navigationRail', 'assistantPanel']);
  });

  it('ends with what a machine threw', () => {
    const { world, workspace } = start();
    world.fail('palette', new Error('A machine has a fault.'));
    expect(workspace.getSnapshot()).toMatchObject({ status: 'done', output: { message: 'A machine has a fault.' } });
  });
});
