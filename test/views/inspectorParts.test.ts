/** What the flow inspector decides without a page. */
import { describe, expect, it } from 'vitest';
import type { SceneEvent } from '../../src/trace/scene.ts';
import { matchesEvent } from '../../src/views/inspector/EventLog.tsx';
import { roomFor } from '../../src/views/inspector/room.ts';

const event = (type: string): SceneEvent => ({ seq: 1, at: 0, session: 'x:1', actor: '/projects', chart: 'resource', from: null, type, place: 'value.failed', transitions: [] });

describe('the filter of the event log', () => {
  it.each([
    ['xstate.error.actor.read', 'read fails'],
    ['xstate.done.actor.read', 'answers'],
    ['xstate.init', 'starts'],
    ['xstate.after.tick.session.present', 'after tick'],
  ])('finds %s by what its row says, and by its own name', (type, words) => {
    expect(matchesEvent(event(type), words)).toBe(true);
    expect(matchesEvent(event(type), type)).toBe(true);
    expect(matchesEvent(event(type), 'value.failed')).toBe(true);
    expect(matchesEvent(event(type), 'no such thing')).toBe(false);
  });
});

describe('the room that the inspector has', () => {
  it.each([
    ['a panel at the bottom of a window', 1440, 400, 'wide'],
    ['a panel at the right of it', 648, 860, 'tall'],
    ['a telephone', 390, 360, 'small'],
    ['a window at 200 %', 720, 210, 'small'],
  ] as const)('in %s', (_, width, height, room) => {
    expect(roomFor(width, height)).toBe(room);
  });
});
