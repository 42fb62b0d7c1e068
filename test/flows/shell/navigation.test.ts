import { describe, expect, it } from 'vitest';
import { createActor, type AnyEventObject } from 'xstate';
import {
  navigationMachine,
  type NavigationRequest,
} from '../../../src/machines/shell/navigation/navigation.machine.ts';
import { selectLocation, selectRoute } from '../../../src/machines/shell/navigation/navigation.selectors.ts';
import type { RouteChanged } from '../../../src/router/route.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { atProjects, navigationModel } from './navigation.model.ts';

coverChart(navigationModel);

function navigated() {
  const told: AnyEventObject[] = [];
  const location = heldSource<NavigationRequest, RouteChanged, undefined>();
  const navigation = createActor(navigationMachine.provide({ actors: { location: location.logic } }), {
    input: { port: createPort((event) => told.push(event)) },
  }).start();
  return { told, asked: location.told, move: (fact: RouteChanged) => location.report(fact), navigation };
}

describe('navigation', () => {
  it('tells where the user is, whoever moved them, and passes requests on', () => {
    const { told, asked, move, navigation } = navigated();
    expect([selectLocation(navigation.getSnapshot()), selectRoute(navigation.getSnapshot())]).toEqual([null, null]);
    navigation.send({ type: 'navigation.requested', to: '/projects', replace: true });
    expect([asked, told]).toEqual([[{ type: 'navigation.requested', to: '/projects', replace: true }], []]);
    move(atProjects);
    expect(told).toEqual([atProjects, { type: 'page.changed' }]);
    expect([selectLocation(navigation.getSnapshot())?.path, selectRoute(navigation.getSnapshot())?.name]).toEqual([
      '/projects',
      'projects',
    ]);
  });

  it('takes another query or anchor for the same page, as forms and filters write them while something is open over it', () => {
    const { told, move } = navigated();
    const pages = () => told.filter(({ type }) => type === 'page.changed').length;
    move(atProjects);
    move({ ...atProjects, location: { ...atProjects.location, query: { search: 'a' }, href: '/projects?search=a' } });
    move({ ...atProjects, location: { ...atProjects.location, href: '/projects#top' } });
    expect([told.length, pages()]).toEqual([4, 1]);
    move({ ...atProjects, location: { path: '/new', query: {}, href: '/new' } });
    expect(pages()).toBe(2);
  });
});
