/** Every chart of the project can be drawn in the inspector, whole: a machine that it could not show fails here. */
import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { allCharts } from '../../../scripts/statecharts/charts.ts';
import { charts as chartsPlugin } from '../../../scripts/vite/charts.ts';
import type { ChartCoverage } from '../../../src/inspector/chart/coverage.ts';
import { drawingOf, type Drawing } from '../../../src/inspector/chart/drawing.ts';
import { overviewNames, overviewScale } from '../../../src/inspector/chart/overview.ts';
import {
  foldsAtFirst,
  isOpenGroup,
  isThrough,
  layoutQuestion,
  measures,
  pictureOf,
  type Box,
  type Picture,
  type Point,
} from '../../../src/inspector/chart/picture.ts';
import { transitionsOf } from '../../../src/inspector/chart/statechart.ts';
import { activeStates } from '../../../src/inspector/chart/stateValue.ts';
import { focusAreasOf, foundIn, middleOf, viewportAround, viewportAt } from '../../../src/inspector/chart/viewport.ts';

const charts = await allCharts();
const library = new ELK();

/** A chart of six phases, each with ten steps. */
const sixtyStates = createMachine({
  id: 'sixtyStates',
  initial: 'phase1',
  states: Object.fromEntries(
    Array.from({ length: 6 }, (_, phase) => [
      `phase${phase + 1}`,
      {
        initial: `step${phase + 1}x1`,
        on: { skipped: `phase${((phase + 1) % 6) + 1}` },
        states: Object.fromEntries(
          Array.from({ length: 10 }, (__, step) => [
            `step${phase + 1}x${step + 1}`,
            { on: { advanced: `step${phase + 1}x${((step + 1) % 10) + 1}` } },
          ]),
        ),
      },
    ]),
  ),
});

const pictures = new Map<string, Promise<Picture>>();

/** A layout takes up to a second, and several tests look at the same picture. */
function draw(drawing: Drawing, folded: readonly string[] = []): Promise<Picture> {
  const name = [drawing.id, ...folded].join(' ');
  const picture =
    pictures.get(name) ??
    library.layout(layoutQuestion(drawing, folded)).then((layout) => pictureOf(drawing, folded, layout));
  pictures.set(name, picture);
  return picture;
}

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const isOver = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Whether an arrow runs through a box; it may touch its edge. */
const isAcross = (points: readonly Point[], { x, y, width, height }: Box): boolean =>
  points
    .slice(1)
    .some((to, index) => isThrough(points[index]!, to, { x: x + 1, y: y + 1, width: width - 2, height: height - 2 }));

describe('the picture of a chart', () => {
  it.each(charts)(
    '$id has every state where it belongs, and every transition',
    async ({ machine }) => {
      const drawing = drawingOf(machine);
      const { states, edges } = await draw(drawing);
      const boxes = new Map(states.map((state) => [state.id, state]));
      expect(drawing.states.filter(({ id }) => !boxes.has(id))).toEqual([]);
      expect(
        drawing.states
          .filter(({ id, parent }) => parent !== null && !isWithin(boxes.get(id)!, boxes.get(parent)!))
          .map(({ id }) => id),
      ).toEqual([]);
      const shown = new Set([
        ...states.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys)),
        ...edges.flatMap(({ keys }) => keys),
      ]);
      expect(drawing.transitions.filter(({ key }) => !shown.has(key)).map(({ key }) => key)).toEqual([]);
      expect(edges.filter(({ points }) => points.length < 2)).toEqual([]);
    },
    20_000,
  );

  it('frames a state with others inside, unless it is collapsed, and no other', async () => {
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      const inner = new Map(drawing.states.map(({ id, children }) => [id, children.length]));
      for (const folded of [[], foldsAtFirst(drawing)]) {
        const { states } = await draw(drawing, folded);
        expect(states.filter(isOpenGroup).map(({ id }) => id)).toEqual(
          states.filter(({ id }) => inner.get(id) && !folded.includes(id)).map(({ id }) => id),
        );
      }
    }
  }, 60_000);

  it('has no arrow through the name of a state or what stands below it', async () => {
    const crossed: string[] = [];
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      for (const folded of new Set([foldsAtFirst(drawing), []])) {
        const { states, edges } = await draw(drawing, folded);
        for (const { id, kind, words } of states) {
          if (kind === 'start') continue;
          for (const { id: edge, points } of edges) if (isAcross(points, words)) crossed.push(`${edge} through ${id}`);
        }
      }
    }
    expect(crossed).toEqual([]);
  }, 60_000);

  it('has labels beside the arrows of others and beside each other, whatever is collapsed', async () => {
    const faults: string[] = [];
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      const all = drawing.states.filter(({ parent, children }) => parent !== null && children.length > 0);
      for (const folded of new Set([foldsAtFirst(drawing), [], all.map(({ id }) => id)])) {
        const { states, edges } = await draw(drawing, folded);
        const labelled = edges.flatMap(({ id, label }) => (label ? [{ id, label }] : []));
        for (const [index, { id, label }] of labelled.entries()) {
          for (const other of labelled.slice(index + 1))
            if (isOver(label, other.label)) faults.push(`${id} over ${other.id}`);
          for (const { id: edge, points } of edges)
            if (edge !== id && isAcross(points, label)) faults.push(`${edge} through the label of ${id}`);
          for (const { id: state, words } of states) if (isOver(label, words)) faults.push(`${id} over ${state}`);
        }
      }
    }
    expect(faults).toEqual([]);
  }, 90_000);

  it('has boxes as wide as their words', async () => {
    const narrow: string[] = [];
    for (const { machine } of charts) {
      const { states, edges } = await draw(drawingOf(machine));
      for (const { id, kind, name, lines, words, width } of states) {
        if (kind === 'history' || kind === 'start') continue;
        const longest = Math.max(name.length * measures.name, ...lines.map(({ text }) => text.length * measures.small));
        if (longest > Math.min(words.width, width)) narrow.push(id);
      }
      for (const { id, label } of edges)
        if (label?.lines.some(({ text }) => text.length * measures.small > label.width)) narrow.push(id);
    }
    expect(narrow).toEqual([]);
  }, 30_000);

  it('shows as a whole names that cover no other name, no box, no frame and no arrow, whatever matters now', async () => {
    const faults: string[] = [];
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      for (const folded of new Set([foldsAtFirst(drawing), []])) {
        const chart = await draw(drawing, folded);
        // On a page, and in a low panel.
        for (const height of [790, 140]) {
          const scale = Math.min(1, 775 / chart.width, height / chart.height);
          if (scale >= overviewScale) continue;
          const scaled = ({ x, y }: Point) => ({ x: x * scale, y: y * scale });
          const boxOf = (state: Box) => ({
            ...scaled(state),
            width: state.width * scale,
            height: state.height * scale,
          });
          const names = overviewNames(chart, scale, ({ id }) => id.length % 3 === 0);
          for (const [index, { id, x, y, width, height: high, box }] of names.entries()) {
            const name = { x, y, width, height: high };
            const own = boxOf(chart.states.find((state) => state.id === id)!);
            if (isWithin(name, own) && !isOpenGroup(chart.states.find((state) => state.id === id)!)) continue;
            const area = box ?? name;
            if (box && !isWithin(name, box)) faults.push(`${id} is wider than its box`);
            for (const other of names.slice(index + 1))
              if (isOver(area, other.box ?? other)) faults.push(`${id} over ${other.id}`);
            for (const state of chart.states) {
              if (state.id === id && box) continue;
              const covers = isOver(area, boxOf(state));
              if (covers && !(isOpenGroup(state) && isWithin(area, boxOf(state)))) faults.push(`${id} on ${state.id}`);
            }
            for (const { id: edge, source, target, points } of chart.edges)
              if (!(box && (source === id || target === id)) && isAcross(points.map(scaled), area))
                faults.push(`${edge} through ${id}`);
          }
        }
      }
    }
    expect(faults).toEqual([]);
  }, 60_000);

  it('is never more than can be read at first: a large chart begins folded', async () => {
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      const { states } = await draw(drawing, foldsAtFirst(drawing));
      expect(
        states.filter(({ kind }) => !['start', 'anywhere', 'several'].includes(kind)).length,
        drawing.id,
      ).toBeLessThanOrEqual(30);
    }
  }, 30_000);

  it('of a large chart shows at first most of what can be read of it on a screen', async () => {
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      if (drawing.states.length <= 30) continue;
      const { width, height } = await draw(drawing, foldsAtFirst(drawing));
      // The room that a window of 1440 by 900 leaves a chart.
      expect(Math.min(1, 870 / width, 790 / height), drawing.id).toBeGreaterThan(0.5);
    }
  }, 30_000);

  it('of sixty states begins folded, shows them all once it is unfolded, and finds each of them', async () => {
    const drawing = drawingOf(sixtyStates);
    expect(drawing.states).toHaveLength(67);
    const first = await draw(drawing, foldsAtFirst(drawing));
    expect(first.states.filter(({ folded }) => folded === 10)).toHaveLength(6);
    expect(Math.min(1, 870 / first.width, 790 / first.height)).toBeGreaterThan(0.5);
    const whole = await draw(drawing);
    expect(drawing.states.filter(({ id }) => !whole.states.some((state) => state.id === id))).toEqual([]);
    expect(foundIn(drawing, 'step6x10')?.states.size).toBe(1);
  }, 30_000);

  it('says an event that leads to many states where it happens, and begins what many states do alike in one mark', async () => {
    const { machine } = charts.find(({ id }) => id === 'lifecycle')!;
    const drawing = drawingOf(machine);
    const { states, edges } = await draw(drawing, foldsAtFirst(drawing));
    expect(states.find(({ id }) => id === 'lifecycle.unread')?.lines).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/^project\.found → \d+ states$/), kind: 'leads' }),
    );
    expect(edges.some(({ source }) => source === 'lifecycle.unread')).toBe(false);
    const removal = edges.filter(
      ({ target, label }) =>
        target === 'lifecycle.goingDown' && label?.lines.some(({ text }) => text === 'removal.requested'),
    );
    expect(removal).toHaveLength(1);
    expect(states.find(({ id }) => id === removal[0]!.source)).toMatchObject({
      kind: 'several',
      name: `${removal[0]!.keys.length} states`,
    });
  }, 20_000);

  it('has the same arrows when a state is folded, from and to the fold', async () => {
    const { machine } = charts.find(({ id }) => id === 'session')!;
    const { states, edges } = await draw(drawingOf(machine), ['session.present']);
    expect(states.find(({ id }) => id === 'session.present')?.folded).toBeGreaterThan(5);
    expect(edges.some(({ source, target }) => source === 'session.loading' && target === 'session.present')).toBe(true);
    expect(
      edges.flatMap(({ source, target }) => [source, target]).some((id) => id.startsWith('session.present.')),
    ).toBe(false);
  });
});

describe('the inspector', () => {
  /** What a module that the build makes up holds, and the files it is made from. */
  async function made(id: string): Promise<{ value: unknown; watched: readonly string[] }> {
    const watched: string[] = [];
    const { load } = chartsPlugin();
    const text = await (
      load as unknown as (this: { addWatchFile(file: string): void }, id: string) => Promise<string>
    ).call({ addWatchFile: (file) => void watched.push(file) }, `\0${id}`);
    return { value: JSON.parse(JSON.parse(/JSON\.parse\((.*)\);$/.exec(text)![1]!) as string), watched };
  }
  const ids = charts.map(({ id }) => id).toSorted();

  it('lists every chart of the project', async () => {
    const { value, watched } = await made('virtual:charts');
    expect((value as { drawing: Drawing }[]).map(({ drawing }) => drawing.id).toSorted()).toEqual(ids);
    expect(watched).toHaveLength(charts.length);
  });
  it('knows of every transition of every chart what tests take it', async () => {
    const maps = (await made('virtual:coverage')).value as Record<string, ChartCoverage>;
    expect(Object.keys(maps).toSorted()).toEqual(ids);
    for (const { id, machine } of charts)
      expect(Object.keys(maps[id]!.transitions), id).toEqual(transitionsOf(machine).map(({ key }) => key));
  });
});

const session = drawingOf(charts.find(({ id }) => id === 'session')!.machine);
const picture = await draw(session);

describe('what is worth seeing of a picture', () => {
  const box = (id: string) => picture.states.find((state) => state.id === id)!;
  const present = new Set(
    activeStates(session, { present: { token: 'fresh', identity: 'aal1', otherDevices: 'untouched' } }),
  );
  const tick = session.transitions.find(
    ({ source, trigger }) => source === 'session.present.token.fresh' && trigger.kind === 'after',
  )!;
  const screenful = { x: 0, y: 0, width: 400, height: 250 };

  it('is where the last transition led, in whichever region that is', () => {
    const target = box(tick.targets[0]!);
    const focusAreas = focusAreasOf(picture, { active: new Set([...present, target.id]), moved: new Set([tick.key]) });
    const to = viewportAt(screenful, focusAreas)!;
    expect(isWithin(target, { ...screenful, ...to })).toBe(true);
    // What is in sight stays where it is.
    expect(viewportAt({ ...screenful, ...to }, focusAreas)).toBeNull();
    // With more room, the way there is seen as well.
    expect(isWithin({ ...box(tick.source), height: 20 }, focusAreas[0]!)).toBe(true);
  });

  it('is where the chart is, when nothing has happened', () => {
    const [all] = focusAreasOf(picture, { active: present, moved: new Set() });
    for (const id of ['session.present.token.fresh', 'session.present.otherDevices.untouched'])
      expect(isWithin(box(id), all!)).toBe(true);
  });

  it('is where it begins, when nobody lives by it', () => {
    const [start] = focusAreasOf(picture, { active: new Set(), moved: new Set() });
    expect(isWithin({ ...box(session.states[0]!.initial!), height: 20 }, start!)).toBe(true);
  });

  it('is around the middle after a zoom, never beyond the picture, and never a piece without a state', () => {
    const fresh = box('session.present.token.fresh');
    const size = { width: 200, height: 100 };
    expect(middleOf(viewportAround(picture, size, middleOf(fresh)))).toEqual(middleOf(fresh));
    const solid = picture.states.filter((state) => !isOpenGroup(state));
    for (let x = -100; x <= picture.width + 100; x += 40) {
      for (let y = -100; y <= picture.height + 100; y += 40) {
        const seen = viewportAround(picture, size, { x, y });
        expect(isWithin(seen, { x: 0, y: 0, width: picture.width, height: picture.height })).toBe(true);
        const isShown = solid.some(
          (state) =>
            state.x < seen.x + seen.width &&
            seen.x < state.x + state.width &&
            state.y < seen.y + seen.height &&
            seen.y < state.y + state.height,
        );
        expect(isShown, `around ${x}, ${y}`).toBe(true);
      }
    }
  });

  it('is an arrow as well as a state, when something is looked for; prose is not searched', () => {
    const sqlRun = drawingOf(charts.find(({ id }) => id === 'sqlRun')!.machine);
    const found = foundIn(sqlRun, 'confirm')!;
    expect(found.states.has('sqlRun')).toBe(false);
    expect([...found.transitions].some((key) => key.includes('run.confirmed'))).toBe(true);
    expect(foundIn(sqlRun, ' ')).toBeNull();
  });
});
