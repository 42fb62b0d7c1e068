import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { signUpModel } from '../flows/accounts/signUp.model.ts';
import { passwordStrengthModel } from '../flows/parts/passwordStrength.model.ts';
import { projectStatusModel } from '../flows/projects/projectStatus.model.ts';
import { appearanceModel } from '../flows/shell/appearance.model.ts';
import { connectionModel } from '../flows/shell/connection.model.ts';
import { toastsModel } from '../flows/shell/toasts.model.ts';
import { localDraftModel } from '../flows/sql/localDraft.model.ts';
import { renamingModel } from './example/renaming.model.ts';
import { getShortestPaths } from './graph.ts';
import { facetsOf, pathsOf, vertexName, type Model } from './paths.ts';
import {
  leavesOf,
  possibleStimuli,
  situationLogic,
  type Repertoire,
  type Situation,
  type Stimulus,
} from './situations.ts';
import { text } from './text.ts';
import { viewGoals } from './tours.ts';

interface Walked {
  stimuli: readonly Stimulus[];
  situations: readonly Situation[];
}

/** A model of any machine; its type parameter is invariant, so models of different machines are not assignable. */
const anyModel = <M extends AnyStateMachine>(model: Model<M>): Model<AnyStateMachine> =>
  model as unknown as Model<AnyStateMachine>;

const models: readonly Model<AnyStateMachine>[] = [
  renamingModel,
  connectionModel,
  passwordStrengthModel,
  projectStatusModel,
  signUpModel,
  localDraftModel,
  appearanceModel,
  toastsModel,
].map((model) => anyModel(model as never));

/** Every edge that these paths take: its start, its stimulus, and its end. */
const edgesIn = (paths: readonly Walked[], model: Model<AnyStateMachine>): Set<string> =>
  new Set(
    paths.flatMap(({ stimuli, situations }) => {
      const vertices = situations.map((situation) => vertexName(situation, model));
      return stimuli.map((stimulus, index) => `${vertices[index]} via ${text(stimulus)} to ${vertices[index + 1]}`);
    }),
  );

const meetings = (facets: readonly string[]): string[] =>
  facets.flatMap((one) =>
    facets.filter((other) => one !== other || facets.length === 1).map((other) => `${one} beside ${other}`),
  );

const newLeaves = ({ machine: before }: Situation, { machine: after }: Situation): string[] =>
  leavesOf(after).filter((leaf) => !leavesOf(before).includes(leaf));

/** What meets on these paths, gestures beside every facet by result, and everything else by state and result. */
function goalsIn(paths: readonly Walked[], model: Model<AnyStateMachine>, gesture: string): Set<string> {
  const steps = paths.flatMap(({ stimuli, situations }) =>
    stimuli.map((stimulus, index) => ({ stimulus, before: situations[index]!, after: situations[index + 1]! })),
  );
  return new Set(
    steps.flatMap(({ stimulus, before, after }) => [
      ...meetings(facetsOf(after, model)),
      ...leavesOf(before.machine).map(
        (leaf) => `${leaf} via ${text(stimulus)} takes ${after.taken.join()} to ${newLeaves(before, after).join()}`,
      ),
      ...(stimulus.type === 'send' && stimulus.event.type === gesture
        ? facetsOf(before, model).map((facet) => `${facet} via ${gesture} takes ${after.taken.join()}`)
        : []),
    ]),
  );
}

/** One shortest path to each edge, by the graph walker of XState, as a reference. */
function oneForEach(model: Model<AnyStateMachine>): Walked[] {
  const logic = situationLogic(model.machine, model.input);
  const vertex = (situation: Situation) => vertexName(situation, model);
  const plans = getShortestPaths(logic, {
    events: (at) => possibleStimuli(at, model as Repertoire),
    serializeEvent: text,
    serializeState: (at, stimulus, before) =>
      `${vertex(at)} via ${text(stimulus)} from ${before ? vertex(before) : 'nowhere'}`,
  });
  return plans.map(({ steps }) => {
    const stimuli = steps.slice(1).map(({ event }) => event);
    const situations = [logic.getInitialSnapshot(undefined as never, undefined)];
    for (const stimulus of stimuli) situations.push(logic.transition(situations.at(-1)!, stimulus, undefined as never));
    return { stimuli, situations };
  });
}

describe.each(models.map((model) => ({ id: model.machine.id, model })))('the paths of $id', ({ model }) => {
  const paths = pathsOf(model);
  const plain = oneForEach(model);

  it('take every edge that a path of its own for each would take', () => {
    const taken = edgesIn(paths, model);
    expect([...edgesIn(plain, model)].filter((edge) => !taken.has(edge))).toEqual([]);
  });
  it('are few and not long', () => {
    expect(paths.length).toBeLessThan(plain.length / 2);
    expect(Math.max(...paths.map(({ stimuli }) => stimuli.length))).toBeLessThanOrEqual(30);
  });
  it('reach every goal of a view on a part of the steps', () => {
    const [gesture] = Object.keys(model.events);
    const seen = pathsOf(
      model,
      viewGoals(
        (event) => event === gesture,
        (situation) => facetsOf(situation, model),
      ),
    );
    expect(goalsIn(seen, model, gesture!)).toEqual(goalsIn(paths, model, gesture!));
    expect(seen.length).toBeLessThanOrEqual(paths.length);
  });
  it('are the same every time', () => {
    const told = (all: readonly Walked[]) => all.map(({ stimuli }) => text(stimuli));
    expect(told(pathsOf(model))).toEqual(told(paths));
  });
});
