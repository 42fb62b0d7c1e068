import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import type { RouteChanged } from '../../src/machines/navigation/location.ts';
import { navigationMachine, type NavigationRequest } from '../../src/machines/navigation/navigation.machine.ts';
import { selectPlace, selectRoute } from '../../src/machines/navigation/navigation.selectors.ts';
import { createPort } from '../support/world.ts';
import { atProjects } from './navigation.model.ts';

describe('navigation', () => {
  it('tells where the user is, whoever moved them, and passes requests on', () => {
    const told: AnyEventObject[] = [];
    const asked: NavigationRequest[] = [];
    let move: (fact: RouteChanged) => void = () => {};
    const navigation = createActor(navigationMachine.provide({
      actors: {
        location: fromCallback<NavigationRequest, undefined>(({ sendBack, receive }) => {
          move = sendBack;
          receive((request) => asked.push(request));
        }),
      },
    }), { input: { parent: createPort((event) => told.push(event)) } }).start();

    expect([selectPlace(navigation.getSnapshot()), selectRoute(navigation.getSnapshot())]).toEqual([null, null]);
    navigation.send({ type: 'navigation.requested', to: '/projects', replace: true });
    expect([asked, told]).toEqual([[{ type: 'navigation.requested', to: '/projects', replace: true }], []]);
    move(atProjects);
    expect(told).toEqual([atProjects]);
    expect([selectPlace(navigation.getSnapshot())?.path, selectRoute(navigation.getSnapshot())?.name]).toEqual(['/projects', 'projects']);
  });
});
