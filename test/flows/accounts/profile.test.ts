import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import { resourceNames } from '../../../src/contract/cache/resources.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { profileMachine } from '../../../src/machines/accounts/profile/profile.machine.ts';
import { selectProfileFailure } from '../../../src/machines/accounts/profile/profile.selectors.ts';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { ada, profileModel } from './profile.model.ts';

coverChart(profileModel);

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe('the profile', () => {
  let told: AnyEventObject[];
  let see: (view: Partial<ResourceView<'profile'>>) => void;
  let created: number;
  let announced: number;
  let create: () => Promise<void>;
  let announce: () => Promise<void>;
  let actor: Actor<typeof profileMachine>;
  const notFound = () => see({ failure: { code: 404, message: 'Not found' } });
  const toasts = () =>
    told.filter(({ type }) => type === 'toast.requested').map(({ toast }) => (toast as { title: string }).title);

  beforeEach(() => {
    told = [];
    created = announced = 0;
    create = async () => {};
    announce = async () => {};
    const resources: ResourcePort = {
      watch: (ref, seen) => {
        expect(ref).toEqual({ name: 'profile', params: {} });
        see = (view) =>
          seen({ data: undefined, failure: null, refreshing: false, ...view } as ResourceView<typeof ref.name>);
        return () => {};
      },
    };
    actor = createActor(
      profileMachine.provide({
        actors: {
          createProfile: fromPromise(() => {
            created++;
            return create();
          }),
          announceSignUp: fromPromise(() => {
            announced++;
            return announce();
          }),
        },
      }),
      { input: { resources, port: createPort((event) => told.push(event)) } },
    ).start();
  });

  it('is there once it has been read, and follows what is read later', () => {
    expect(actor.getSnapshot().context.profile).toBeNull();
    see({ data: ada });
    expect(actor.getSnapshot().context.profile).toEqual(ada);
    see({ data: { ...ada, username: 'countess' } });
    expect(actor.getSnapshot().context.profile?.username).toBe('countess');
    expect([created, told]).toEqual([0, []]);
  });

  it('is looked for again on request, and created where there is none', async () => {
    see({ failure: { code: 500, message: 'Down' } });
    expect(selectProfileFailure(actor.getSnapshot())).toMatchObject({ message: 'Down' });
    actor.send({ type: 'profile.retried' });
    expect(told).toEqual([{ type: 'resource.invalidated', names: ['profile'] }]);
    notFound();
    await settled();
    expect(created).toBe(1);
  });

  it('is created when it is reported not to be found; then profile, organization and project lists refresh and a sign-up conversion is sent', async () => {
    notFound();
    await settled();
    expect([created, announced]).toEqual([1, 1]);
    expect(told).toEqual([{ type: 'resource.invalidated', names: resourceNames }]);
    expect(resourceNames).toEqual(expect.arrayContaining(['profile', 'organizations', 'projects']));
    see({ failure: { code: 404, message: 'Not found' }, refreshing: true });
    see({ data: ada });
    expect(actor.getSnapshot().context.profile).toEqual(ada);
    expect(created).toBe(1);
  });

  it('waits for no conversion, and hears of no failure of it', async () => {
    announce = () => Promise.reject(new FailureError({ code: 500, message: 'Down' }));
    notFound();
    await settled();
    see({ data: ada });
    expect([actor.getSnapshot().context.profile, toasts()]).toEqual([ada, []]);
  });

  it('that exists already (409) is quiet', async () => {
    create = () => Promise.reject(new FailureError({ code: 409, message: 'Exists' }));
    notFound();
    await settled();
    expect([toasts(), announced]).toEqual([[], 0]);
    expect(told).toEqual([{ type: 'resource.invalidated', names: ['profile'] }]);
    see({ data: ada });
    expect(actor.getSnapshot().context.profile).toEqual(ada);
  });

  it('that cannot be created says so', async () => {
    create = () => Promise.reject(new FailureError({ code: 500, message: 'Down', requestId: 'req-1' }));
    notFound();
    await settled();
    expect(told).toEqual([
      {
        type: 'toast.requested',
        toast: {
          tone: 'danger',
          title: 'Failed to create your profile. Please refresh to try again.',
          description: 'Down',
          requestId: 'req-1',
        },
      },
    ]);
    expect(selectProfileFailure(actor.getSnapshot())).toMatchObject({ code: 500 });
  });

  it('that cannot be read after its creation can be retried', async () => {
    notFound();
    await settled();
    see({ failure: { code: 500, message: 'Down' } });
    expect(selectProfileFailure(actor.getSnapshot())).toMatchObject({ code: 500 });
    actor.send({ type: 'profile.retried' });
    see({ data: ada });
    expect(actor.getSnapshot().context.profile).toEqual(ada);
    expect(created).toBe(1);
  });

  it('is not created again and again where that does not help', async () => {
    notFound();
    await settled();
    notFound();
    await settled();
    expect([created, toasts()]).toEqual([1, ['Failed to create your profile. Please refresh to try again.']]);
  });

  it.each(['reading', 'creating'])('that is refused (401) on %s signs out', async (when) => {
    if (when === 'reading') see({ failure: { code: 401, message: 'Who are you?' } });
    else {
      create = () => Promise.reject(new FailureError({ code: 401, message: 'Who are you?' }));
      notFound();
      await settled();
    }
    expect(told).toEqual([{ type: 'signOut.requested', scope: 'local' }]);
  });

  it('that cannot be read is read again on request', () => {
    see({ failure: { code: 500, message: 'Down' } });
    expect(selectProfileFailure(actor.getSnapshot())).toMatchObject({ message: 'Down' });
    actor.send({ type: 'profile.retried' });
    expect(told).toEqual([{ type: 'resource.invalidated', names: ['profile'] }]);
    see({ data: ada });
    expect([actor.getSnapshot().context.profile, selectProfileFailure(actor.getSnapshot())]).toEqual([ada, null]);
  });
});
