import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, setup } from 'xstate';
import { drawingOf } from '../../../src/inspector/chart/drawing.ts';
import type { ActorDetails, ActorSummary } from '../../../src/inspector/trace/systemView.ts';
import { flowChartMachine, type LayoutOutput } from '../../../src/machines/inspector/flowChart/flowChart.machine.ts';
import {
  inspectorMachine,
  type OpenedTrace,
  type PulseReceived,
} from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import { ActorTree } from '../../../src/views/inspector/ActorTree.tsx';
import { ChartPane } from '../../../src/views/inspector/ChartPane.tsx';
import { NowPanel } from '../../../src/views/inspector/NowPanel.tsx';
import { TraceBar } from '../../../src/views/inspector/TraceBar.tsx';
import { gateMachine, inspected, opened, placed } from '../../fixtures/inspected.ts';

afterEach(cleanup);

const drawing = drawingOf(gateMachine);
const pressed = (name: string | RegExp) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

describe('the chart of an actor', () => {
  async function show(folded: readonly string[] = []) {
    const flow = createActor(
      flowChartMachine.provide({
        actors: {
          layOut: fromPromise(({ input }) =>
            Promise.resolve(placed(gateMachine, input.folded ?? folded, input.reveal)),
          ),
        },
      }),
    ).start();
    await act(async () => {
      render(<ChartPane flow={flow} value="closed" moved={null} />);
      flow.send({ type: 'chart.shown', chart: 'gate', active: null });
    });
    return flow;
  }
  const boxOf = (id: string) => document.querySelector(`[data-state="${id}"] [data-box]`)!.getAttribute('class');

  it('unfolds what is around the state that an event led to, marks it and moves the focus there', async () => {
    const flow = await show(['gate.open']);
    expect(document.querySelector('[data-state="gate.open.ajar"]')).toBeNull();
    await act(async () =>
      flow.send({ type: 'reveal.requested', chart: 'gate', value: { open: 'ajar' }, transitions: [], active: null }),
    );
    expect(document.activeElement?.getAttribute('data-state')).toBe('gate.open.ajar');
    expect(pressed(/^ajar/)).toBe('true');
    expect([...document.querySelectorAll('[data-revealed]')]).toEqual([document.activeElement]);
    // Coming back from the outline is no reason to take the focus again.
    act(() => flow.send({ type: 'form.chosen', form: 'outline' }));
    act(() => flow.send({ type: 'form.chosen', form: 'picture' }));
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: /^barred/ }));
    expect(document.querySelector('[data-revealed]')).toBeNull();
  });

  it('keeps the zoom and the search of the user where the state can be read with them', async () => {
    const flow = await show();
    const reveal = () =>
      act(() =>
        flow.send({ type: 'reveal.requested', chart: 'gate', value: { open: 'ajar' }, transitions: [], active: null }),
      );
    const scale = () => document.querySelector('[data-picture]')?.getAttribute('data-scale');
    fireEvent.change(screen.getByLabelText('Find a state or event'), { target: { value: 'ajar' } });
    act(() => flow.send({ type: 'zoom.set', zoom: 0.7 }));
    reveal();
    expect(scale()).toBe('0.7');
    expect(screen.getByText('1 match')).toBeDefined();
    act(() => flow.send({ type: 'zoom.set', zoom: 0.25 }));
    reveal();
    expect(scale()).toBe('1');
    expect(document.activeElement?.getAttribute('data-state')).toBe('gate.open.ajar');
  });

  it('says where the zoom ends, and keeps the focus on its button there', async () => {
    const flow = await show();
    const [smaller, larger] = [
      screen.getByRole('button', { name: 'Zoom out' }),
      screen.getByRole('button', { name: 'Zoom in' }),
    ];
    const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
    expect([smaller, larger].map(isOff)).toEqual([false, false]);
    larger.focus();
    for (let presses = 0; presses < 10; presses += 1) fireEvent.click(larger);
    expect(flow.getSnapshot().context.zoom).toBe(2);
    expect([smaller, larger].map(isOff)).toEqual([false, true]);
    expect(document.activeElement).toBe(larger);
    for (let presses = 0; presses < 10; presses += 1) fireEvent.click(smaller);
    expect(flow.getSnapshot().context.zoom).toBe(0.25);
    expect([smaller, larger].map(isOff)).toEqual([true, false]);
  });

  it('never stands under the name of another one: until that is laid out, there is a placeholder', async () => {
    const held = Promise.withResolvers<LayoutOutput>();
    const other = setup({}).createMachine({ id: 'other', initial: 'calm', states: { calm: {} } });
    const flow = createActor(
      flowChartMachine.provide({
        actors: {
          layOut: fromPromise(({ input }) =>
            input.chart === 'gate' ? Promise.resolve(placed(gateMachine, input.folded)) : held.promise,
          ),
        },
      }),
    ).start();
    await act(async () => {
      render(<ChartPane flow={flow} value="closed" moved={null} />);
      flow.send({ type: 'chart.shown', chart: 'gate', active: null });
    });
    const pictures = () => [...document.querySelectorAll<HTMLElement>('svg[data-picture]')].map((one) => one.dataset);
    expect(pictures()).toMatchObject([{ picture: 'gate' }]);
    for (const form of ['picture', 'outline'] as const) {
      act(() => flow.send({ type: 'form.chosen', form }));
      act(() => flow.send({ type: 'chart.shown', chart: 'other', active: null }));
      expect(screen.getByRole('heading').textContent).toBe('other');
      expect(screen.getByRole('status', { name: 'Drawing the chart' })).toBeDefined();
      expect(document.querySelectorAll('[data-picture], [data-minimap]')).toHaveLength(0);
      expect(screen.queryByText('barred')).toBeNull();
      await act(async () => flow.send({ type: 'chart.shown', chart: 'gate', active: null }));
      expect(screen.getByText('barred')).toBeDefined();
    }
    act(() => flow.send({ type: 'form.chosen', form: 'picture' }));
    act(() => flow.send({ type: 'chart.shown', chart: 'other', active: null }));
    await act(async () => held.resolve(placed(other)));
    expect(pictures()).toMatchObject([{ picture: 'other' }]);
  });

  it('names the state under the pointer and the one that has the focus where there was no room for the name', async () => {
    const flow = await show();
    act(() => flow.send({ type: 'zoom.set', zoom: 0.25 }));
    const names = () => [...document.querySelectorAll<SVGElement>('[data-name]')].map(({ dataset }) => dataset['name']);
    const nameless = [...document.querySelectorAll<SVGElement>('[data-state]')].find(
      ({ dataset }) => dataset['state'] !== 'gate' && !names().includes(dataset['state']),
    )!;
    const id = nameless.dataset['state'];
    fireEvent.pointerOver(nameless.querySelector('[data-box]')!);
    expect(names()).toContain(id);
    fireEvent.pointerLeave(document.querySelector('[data-picture]')!);
    expect(names()).not.toContain(id);
    act(() => nameless.focus());
    expect(names()).toContain(id);
    act(() => nameless.blur());
    expect(names()).not.toContain(id);
  });

  it('as an outline takes the state that is clicked, and lets it go again', async () => {
    const flow = await show();
    act(() => flow.send({ type: 'form.chosen', form: 'outline' }));
    fireEvent.click(screen.getByRole('button', { name: 'barred' }));
    expect(flow.getSnapshot().context.chosen).toBe('gate.barred');
    expect(pressed('barred')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'barred' }));
    expect(pressed('barred')).toBe('false');
  });

  it('draws what has states inside as a frame, and as a state while it is folded', async () => {
    await show();
    expect(boxOf('gate.open')).not.toBe(boxOf('gate.barred'));
    cleanup();
    await show(['gate.open']);
    expect(boxOf('gate.open')).toBe(boxOf('gate.barred'));
  });

  it('zooms by the wheel with Ctrl, instead of the browser, which scrolls by it otherwise', async () => {
    const listened = vi.spyOn(HTMLElement.prototype, 'addEventListener');
    const flow = await show();
    // A browser ignores what a passive listener wants to keep from it.
    expect(listened.mock.calls.filter(([type]) => type === 'wheel').at(-1)?.[2]).toEqual({ passive: false });
    listened.mockRestore();
    const turn = (ctrlKey: boolean) => {
      const event = new WheelEvent('wheel', { deltaY: -1, bubbles: true, cancelable: true });
      // The stand-in for the browser does not take it from the options.
      Object.defineProperty(event, 'ctrlKey', { value: ctrlKey });
      act(() => void screen.getByRole('group', { name: 'Chart of gate' }).dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect([turn(false), flow.getSnapshot().context.zoom]).toEqual([false, 'fit']);
    expect(turn(true)).toBe(true);
    expect(flow.getSnapshot().context.zoom).toEqual(expect.any(Number));
  });
});

describe('the tree of actors', () => {
  const actor = (session: string, depth: number, parent: string | null): ActorSummary => ({
    session,
    id: session,
    parent,
    depth,
    chart: session,
    status: 'active',
    stateText: 'closed',
    value: 'closed',
    movedSeq: null,
  });

  it('is used by key: arrows and letters move, Enter and Space choose', () => {
    const [onChosen, onToggled] = [vi.fn<(chosen: ActorSummary) => void>(), vi.fn<(session: string) => void>()];
    const actors = [actor('gate', 0, null), actor('motor', 1, 'gate'), actor('lamp', 1, 'gate')];
    render(
      <ActorTree actors={actors} chosen="gate" closed={[]} newSince={0} onChosen={onChosen} onToggled={onToggled} />,
    );
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    const at = () => (document.activeElement as HTMLElement).dataset['session'];
    screen.getByRole('treeitem', { name: /^gate/ }).focus();
    press('ArrowDown');
    press('l');
    expect(at()).toBe('lamp');
    expect(onChosen).not.toHaveBeenCalled();
    press('Enter');
    press('ArrowUp');
    press(' ');
    expect(onChosen.mock.calls.map(([{ session }]) => session)).toEqual(['lamp', 'motor']);
    expect(onToggled).not.toHaveBeenCalled();
  });
});

describe('what is known of an actor', () => {
  const gate = inspected();
  const closed: ActorDetails = {
    ...gate.source.view().look(gate.root.sessionId)!,
    value: 'closed',
    guardResults: null,
  };
  const show = (details: Partial<ActorDetails>, chosen: string | null = null) =>
    render(<NowPanel look={{ ...closed, ...details }} drawing={drawing} coverage={null} chosen={chosen} at={0} />);
  const next = () => within(screen.getByRole('region', { name: 'Next transitions' }));
  const texts = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('counts down to what happens by itself', () => {
    show({ timers: [{ name: 'closing', delayMs: 4_000, endsAt: 1_000 }] });
    const timers = within(screen.getByRole('region', { name: 'Timers' }));
    expect(texts(timers.getByRole('list'))).toEqual([expect.stringMatching(/^closing1.*s of 4.*s/)]);
    expect(timers.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  });

  it('says what may happen next, what leads on first', () => {
    show({});
    expect(next().getByRole('heading', { name: 'Next transitions' })).toBeTruthy();
    expect(next().getByText('Guards cannot be evaluated in a trace.')).toBeTruthy();
    expect(texts(next().getByRole('list', { name: 'Transitions' }))).toEqual([
      '·gate.knocked → barred',
      '·password.said [isLong] → asking',
      '·password.said → barred',
    ]);
    expect(texts(next().getByRole('list', { name: 'Self-transitions' }))).toEqual([
      '·gate.knocked [isPatient] → stays',
    ]);
    expect(next().queryByText(/^None:/)).toBeNull();
  });

  it('lists first what the guards let happen now, and follows when they say otherwise', () => {
    const [knock, other, long, short] = drawing.transitions.filter(({ source }) => source === 'gate.closed');
    const said = (...results: ('yes' | 'no')[]) =>
      new Map([knock, other, long, short].map((transition, index) => [transition!.key, results[index]!]));
    const { rerender } = show({ guardResults: said('no', 'yes', 'no', 'yes') });
    const order = () =>
      texts(next().getByRole('list', { name: 'Transitions' })).map((text) => text!.replace(/^.*?: /, ''));
    expect(order()).toEqual(['gate.knocked → barred', 'password.said → barred', 'password.said [isLong] → asking']);
    expect(next().queryByText('Guards cannot be evaluated in a trace.')).toBeNull();
    rerender(
      <NowPanel
        look={{ ...closed, guardResults: said('no', 'no', 'yes', 'no') }}
        drawing={drawing}
        coverage={null}
        chosen={null}
        at={1}
      />,
    );
    expect(order()[0]).toBe('password.said [isLong] → asking');
    rerender(<NowPanel look={closed} drawing={drawing} coverage={null} chosen={null} at={2} />);
    expect(next().getByText('Guards cannot be evaluated in a trace.')).toBeTruthy();
  });

  it('says when nothing more can happen', () => {
    const { rerender } = show({});
    rerender(
      <NowPanel look={{ ...closed, guardResults: new Map() }} drawing={drawing} coverage={null} chosen={null} at={1} />,
    );
    expect(next().getByText('None: the actor is in a final state or waits for no event.')).toBeTruthy();
  });

  it('tells of the chosen state what runs in it, by its name and by what it is', () => {
    show({}, 'gate.asking');
    const state = within(screen.getByRole('region', { name: 'State asking' }));
    expect(state.getByText('Runs').nextSibling?.textContent).toBe('keeper');
    expect(texts(state.getByRole('list', { name: 'Transitions from asking' })).join()).toContain('open');
    cleanup();
    const named = {
      ...drawing,
      states: drawing.states.map((one) =>
        one.id === 'gate.asking' ? { ...one, invokes: [{ ...one.invokes[0]!, id: 'porter' }] } : one,
      ),
    };
    render(<NowPanel look={closed} drawing={named} coverage={null} chosen="gate.asking" at={0} />);
    expect(screen.getByText('Runs').nextSibling?.textContent).toBe('porter (keeper)');
  });
});

describe('the bar of a trace', () => {
  it('has its buttons stand still at either end, with the focus where it was', async () => {
    const { root, recorder, source } = inspected();
    const inspector = createActor(
      inspectorMachine.provide({
        actors: {
          flowChart: flowChartMachine,
          pulse: fromCallback<PulseReceived, undefined>(() => {}),
          listCharts: fromPromise<{ id: string; description: string | null }[], undefined>(async () => []),
          readTrace: fromPromise<OpenedTrace, { file: File | null }>(async () => opened(recorder.take(), 'file')),
          saveTrace: fromPromise(async () => {}),
        },
      }),
      { input: { session: root.sessionId, chart: 'gate' } },
    ).start();
    await act(async () => inspector.send({ type: 'trace.opened', file: new File(['{}'], 'gate.json') }));
    render(<TraceBar inspector={inspector} view={source.view()} />);
    const names = ['Go to start', 'Step back', 'Play', 'Step forward', 'Go to end'];
    const still = () =>
      names.filter((name) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true');
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    const step = () => screen.getByLabelText<HTMLInputElement>('Step').value;
    const last = recorder.take().events.length - 1;
    expect([step(), still()]).toEqual(['0', []]);
    press('Step forward');
    expect(step()).toBe('1');
    press('Step back');
    press('Go to start');
    expect([step(), still()]).toEqual(['-1', ['Go to start', 'Step back']]);
    press('Go to end');
    expect([step(), still()]).toEqual([String(last), ['Play', 'Step forward', 'Go to end']]);
    press('Play');
    press('Step forward');
    expect([step(), screen.getByRole('button', { name: 'Play' }).getAttribute('aria-disabled')]).toEqual([
      String(last),
      'true',
    ]);
  });
});
