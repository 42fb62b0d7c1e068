import { describe, expect, it } from 'vitest';
import { setup, type AnyStateMachine } from 'xstate';
import { communication } from '../../scripts/statecharts/communication.ts';
import { conversationOf, type Talker } from '../../scripts/statecharts/messageFlow.ts';
import type { Screen } from '../../scripts/statecharts/screens.ts';
import type { ChartMessage } from '../../src/inspector/chart/coverage.ts';
import { lazyLogic } from '../../src/machines/parts/lazyLogic.ts';
import { unprovided } from '../../src/machines/parts/unprovided.ts';
import { flowchartFaults } from './mermaidGrammar.ts';

const chart = (id: string, listens: readonly string[], actors: Record<string, never> = {}): AnyStateMachine =>
  setup({ actors }).createMachine({
    id,
    on: Object.fromEntries(listens.map((event) => [event, { actions: () => {} }])),
  }) as unknown as AnyStateMachine;
const later = (): never =>
  lazyLogic(() => {
    throw new Error('Later.');
  }) as never;

const leaf = chart('leaf', ['leaf.watered']);
const form = chart('form', ['leaf.grown'], { leaf: leaf as never, form: unprovided('form') as never });
const host = chart('screen', ['screen.opened'], { flow: later(), layout: later() });
const sidebar = chart('sidebar', ['page.changed']);
const pane = chart('pane', ['pane.shown']);
const root = chart('root', ['toast.requested'], { screen: host as never, pane: later() });

const talker = (machine: AnyStateMachine, ...messages: readonly (readonly [to: string, event: string])[]): Talker => ({
  id: machine.id,
  machine,
  messages: messages.map(([to, event]): ChartMessage => ({ to, event })),
});
const screens: Screen[] = [
  { page: 'newProject', address: '/form', view: 'Form.tsx', flow: 'form', layoutFlows: ['sidebar'] },
  { page: 'organization', address: '/plain', view: 'Plain.tsx', flow: null, layoutFlows: [] },
];
const charts = [
  talker(root, ['screen', 'screen.opened'], ['pane', 'pane.shown']),
  talker(host, ['layout', 'page.changed']),
  talker(sidebar),
  talker(pane),
  talker(form, ['leaf', 'leaf.watered'], ['form', 'form.sent'], ['port', 'toast.requested'], ['anyone', 'form.done']),
  talker(leaf, ['port', 'leaf.grown'], ['port', 'toast.requested']),
];
const conversation = conversationOf(charts, screens);

describe('who starts whom', () => {
  it('follows machines, the flows of the screen and its layouts, and stand-ins of what is fetched later', () => {
    expect(conversation.startersOf('form')).toEqual(['screen']);
    expect(conversation.startersOf('sidebar')).toEqual(['screen']);
    expect(conversation.startersOf('leaf')).toEqual(['form']);
    expect(conversation.startersOf('pane')).toEqual(['root']);
    expect(conversation.startersOf('root')).toEqual([]);
    expect(conversation.withThoseAbove('leaf')).toEqual(['leaf', 'form', 'screen', 'root']);
  });
  it('does not take a service for the chart of the same name', () => {
    expect(conversation.startedBy('form')).toEqual([
      { src: 'leaf', charts: ['leaf'] },
      { src: 'form', charts: [] },
    ]);
  });
});

describe('who tells whom what', () => {
  it('sends a message through a port to the nearest chart above that handles it', () => {
    expect(conversation.talks).toEqual([
      { from: 'root', to: 'screen', events: ['screen.opened'] },
      { from: 'root', to: 'pane', events: ['pane.shown'] },
      { from: 'screen', to: 'sidebar', events: ['page.changed'] },
      { from: 'form', to: 'leaf', events: ['leaf.watered'] },
      { from: 'form', to: 'root', events: ['toast.requested'] },
      { from: 'leaf', to: 'form', events: ['leaf.grown'] },
      { from: 'leaf', to: 'root', events: ['toast.requested'] },
    ]);
    expect(conversation.unheard).toEqual([]);
  });
  it('reports messages without a receiver', () => {
    const { unheard } = conversationOf(
      [talker(root, ['screen', 'screen.vanished']), talker(host), talker(form, ['port', 'news.spread'])],
      screens,
    );
    expect(unheard).toEqual([
      'root sends "screen.vanished" to screen, which does not handle it.',
      'form sends "news.spread" through its port, and no chart above it handles it.',
    ]);
  });
});

describe('the pictures', () => {
  const text = communication(charts, conversation);
  const pictures = [...text.matchAll(/```mermaid\n([^]*?)\n```/g)].map(([, picture]) => picture!);
  it('are what Mermaid accepts', () => expect(pictures.flatMap(flowchartFaults)).toEqual([]));
  it('repeat nothing', () => {
    const arrows = pictures.slice(1).flatMap((picture) => picture.split('\n').slice(1));
    expect(arrows).toHaveLength(conversation.talks.length);
    expect(new Set(arrows).size).toBe(arrows.length);
  });
});

describe('the grammar of pictures', () => {
  it.each([
    ['flowchart LR\n  a --> end', 'line 2: not understood:   a --> end'],
    ['flowchart LR\n  a -->|x "y"| b', 'line 2: not understood:   a -->|x "y"| b'],
    ['graph LR', 'line 1: a picture begins with flowchart LR'],
  ])('refuses %j', (picture, fault) => expect(flowchartFaults(picture)).toContain(fault));
});
