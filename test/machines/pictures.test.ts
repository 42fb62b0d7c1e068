/** Every chart of the project can be drawn in the inspector, whole: a machine that it could not show fails here. */
import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { charts as chartsPlugin } from '../../scripts/vite/charts.ts';
import { allCharts } from '../../scripts/statecharts/charts.ts';
import { drawingOf, type Drawing } from '../../src/machines/chart/drawing.ts';
import { foldsAtFirst, layoutQuestion, pictureOf, type Box } from '../../src/machines/chart/picture.ts';

const charts = await allCharts();
const library = new ELK();

const draw = async (drawing: Drawing, folded: readonly string[] = []) => pictureOf(drawing, folded, await library.layout(layoutQuestion(drawing, folded)));

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;

describe('the picture of a chart', () => {
  it.each(charts)('$id has every state where it belongs, and every transition', async ({ machine }) => {
    const drawing = drawingOf(machine);
    const { states, edges } = await draw(drawing);
    const boxes = new Map(states.map((state) => [state.id, state]));
    expect(drawing.states.filter(({ id }) => !boxes.has(id))).toEqual([]);
    expect(drawing.states.filter(({ id, parent }) => parent !== null && !isWithin(boxes.get(id)!, boxes.get(parent)!)).map(({ id }) => id)).toEqual([]);
    const shown = new Set([...states.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys)), ...edges.flatMap(({ keys }) => keys)]);
    expect(drawing.transitions.filter(({ key }) => !shown.has(key)).map(({ key }) => key)).toEqual([]);
    expect(edges.filter(({ points }) => points.length < 2)).toEqual([]);
  }, 20_000);

  it('is never more than can be read at first: a large chart begins folded', async () => {
    for (const { machine } of charts) {
      const drawing = drawingOf(machine);
      const { states } = await draw(drawing, foldsAtFirst(drawing));
      expect(states.filter(({ kind }) => kind !== 'start' && kind !== 'anywhere').length, drawing.id).toBeLessThanOrEqual(30);
    }
  }, 30_000);

  it('has the same arrows when a state is folded, from and to the fold', async () => {
    const { machine } = charts.find(({ id }) => id === 'session')!;
    const { states, edges } = await draw(drawingOf(machine), ['session.present']);
    expect(states.find(({ id }) => id === 'session.present')?.folded).toBeGreaterThan(5);
    expect(edges.some(({ source, target }) => source === 'session.loading' && target === 'session.present')).toBe(true);
    expect(edges.flatMap(({ source, target }) => [source, target]).some((id) => id.startsWith('session.present.'))).toBe(false);
  });
});

it('the inspector lists every chart of the project', async () => {
  const watched: string[] = [];
  const { load } = chartsPlugin();
  const text = await (load as unknown as (this: { addWatchFile(file: string): void }, id: string) => Promise<string>)
    .call({ addWatchFile: (file) => void watched.push(file) }, '\0virtual:charts');
  const listed = JSON.parse(JSON.parse(/JSON\.parse\((.*)\);$/.exec(text)![1]!) as string) as { drawing: Drawing }[];
  expect(listed.map(({ drawing }) => drawing.id).toSorted()).toEqual(charts.map(({ id }) => id).toSorted());
  expect(watched).toHaveLength(charts.length);
});
