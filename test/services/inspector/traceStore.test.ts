// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { supportTraceMax } from '../../../src/contract/support/supportTrace.ts';
import { sessionUntil } from '../../fixtures/session.ts';

const trace = (events: number, size = 10) => ({
  format: 'basechart-trace-1',
  events: Array.from({ length: events }, (_, seq) => ({ seq, text: 'x'.repeat(size) })),
});

/** Nothing in these traces has to be hidden. */
const asItIs = () => Promise.resolve(<Recorded>(recorded: Recorded): Recorded => recorded);

/** The module as a load of the page starts it. */
async function opened() {
  vi.resetModules();
  const store = await import('../../../src/services/browser/traceStore.ts');
  return { ...store, ...(await import('../../../src/services/support/findTrace.ts')) };
}

describe('the trace for the support form', () => {
  beforeEach(() => sessionStorage.clear());

  it('is what has happened in this page, when nothing broke', async () => {
    const shelf = await opened();
    shelf.provideTrace(() => trace(3), asItIs);
    const found = await shelf.findTrace();
    expect([found.events, JSON.parse(found.text)]).toEqual([3, trace(3)]);
  });

  it('is what led to the fault, over the load of the page that the report is', async () => {
    const before = await opened();
    before.provideTrace(() => trace(3), asItIs);
    before.keepTrace();
    const after = await opened();
    after.provideTrace(() => trace(1), asItIs);
    expect((await after.findTrace()).events).toBe(3);
    after.deleteTrace();
    expect((await after.findTrace()).events).toBe(1);
  });

  it('goes with the session of whoever it is about', async () => {
    const shelf = await opened();
    const { clearSession } = await import('../../../src/services/accounts/sessionStore.ts');
    shelf.provideTrace(() => trace(3), asItIs);
    shelf.keepTrace();
    shelf.provideTrace(() => trace(1), asItIs);
    await clearSession({ everything: false });
    expect((await shelf.findTrace()).events).toBe(3);
    await clearSession({ everything: true });
    expect((await shelf.findTrace()).events).toBe(1);
  });

  it('goes when somebody else signs in where a session had ended by itself', async () => {
    const shelf = await opened();
    const { clearSession, keepSession } = await import('../../../src/services/accounts/sessionStore.ts');
    keepSession(sessionUntil(100, { user: 'bob' }));
    shelf.provideTrace(() => trace(3), asItIs);
    shelf.keepTrace();
    shelf.provideTrace(() => trace(1), asItIs);
    await clearSession({ everything: false });
    keepSession(sessionUntil(100, { user: 'bob' }));
    expect((await shelf.findTrace()).events).toBe(3);
    keepSession(sessionUntil(100));
    expect((await shelf.findTrace()).events).toBe(1);
  });

  it('goes with contexts where there is room, to the last character', async () => {
    const shelf = await opened();
    const ofLength = (length: number) => {
      const empty = JSON.stringify({ events: [], contexts: '' }, null, 1).length;
      return { events: [], contexts: 'x'.repeat(length - empty) };
    };
    shelf.provideTrace(({ contexts }) => (contexts ? ofLength(supportTraceMax) : { events: [] }), asItIs);
    expect((await shelf.findTrace()).text).toHaveLength(supportTraceMax);
    shelf.provideTrace(({ contexts }) => (contexts ? ofLength(supportTraceMax + 1) : { events: [1] }), asItIs);
    await expect(shelf.findTrace()).rejects.toThrow('too large');
  });

  it('goes without contexts where it would be too long to send', async () => {
    const shelf = await opened();
    shelf.provideTrace(({ contexts, newest = 200 }) => trace(newest, contexts ? 3_000 : 100), asItIs);
    const { text, events } = await shelf.findTrace();
    expect([text.length <= supportTraceMax, events]).toEqual([true, 200]);
  });

  it('loses its oldest events where it would still be too long', async () => {
    const shelf = await opened();
    const whole = trace(500, 2_000);
    shelf.provideTrace(({ newest = 500 }) => ({ ...whole, events: whole.events.slice(-newest) }), asItIs);
    const { text, events } = await shelf.findTrace();
    const kept = (JSON.parse(text) as ReturnType<typeof trace>).events;
    expect(text.length).toBeLessThanOrEqual(supportTraceMax);
    expect([kept.length, kept.at(-1)?.seq]).toEqual([events, 499]);
    expect(events).toBeGreaterThan(50);
  });

  it('says when there is none, or none that could be sent', async () => {
    const shelf = await opened();
    await expect(shelf.findTrace()).rejects.toThrow('No events recorded.');
    shelf.provideTrace(() => ({ events: [], actors: 'x'.repeat(supportTraceMax) }), asItIs);
    await expect(shelf.findTrace()).rejects.toThrow('too large');
    expect(() => shelf.keepTrace()).not.toThrow();
  });

  it('survives what is no trace in its place', async () => {
    sessionStorage.setItem('basechart-trace', '{"text":');
    const shelf = await opened();
    shelf.provideTrace(() => trace(2), asItIs);
    expect((await shelf.findTrace()).events).toBe(2);
  });
});
