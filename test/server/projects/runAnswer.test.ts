import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { RunAnswer } from '../../../server/projects/queries/runAnswer.ts';

const memory = (limit = 1024 * 1024) => ({ bytes: 0, limit, total: 0 });
const signal = () => new AbortController().signal;

async function textOf(answer: RunAnswer, until = signal()): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.read(until)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('the answer of a run', () => {
  it('is read from its beginning, while it comes and afterwards', async () => {
    const answer = new RunAnswer('/dev/null/needed-by-no-small-answer', memory());
    await answer.append('one ');
    const early = textOf(answer);
    await answer.append('two ');
    await Promise.all([answer.append('three '), answer.append('four')]);
    await answer.complete();
    expect(await early).toBe('one two three four');
    expect(await textOf(answer)).toBe('one two three four');
  });

  it('moves to a file when it is large, which nobody else can read and which goes with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basechart-answer-test-'));
    const answer = new RunAnswer(folder, memory());
    const pieces = Array.from({ length: 40 }, (_, index) => `${index}:${'x'.repeat(50_000)}\n`);
    const reading = textOf(answer);
    for (const piece of pieces) await answer.append(piece);
    await answer.complete();
    expect((await reading) === pieces.join('')).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
    await answer.discard();
    expect(readdirSync(folder)).toHaveLength(0);
    await rm(folder, { recursive: true });
    expect(existsSync(folder)).toBe(false);
  });

  it('moves to a file when the memory that answers share is full, and gives its part back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basechart-answer-test-'));
    const shared = memory(10);
    const [one, two] = [new RunAnswer(folder, shared), new RunAnswer(folder, shared)];
    await one.append('12345678');
    await two.append('123');
    expect([readdirSync(folder).length, shared.bytes]).toEqual([1, 8]);
    await one.append('abc');
    expect([readdirSync(folder).length, shared.bytes]).toEqual([2, 0]);
    expect(shared.total).toBe(14);
    await Promise.all([one.complete(), two.complete()]);
    expect([await textOf(one), await textOf(two)]).toEqual(['12345678abc', '123']);
    const three = new RunAnswer(folder, shared);
    await three.append('123');
    for (const answer of [one, two, three]) await answer.discard();
    expect([readdirSync(folder).length, shared.bytes, shared.total]).toEqual([0, 0, 0]);
    await rm(folder, { recursive: true });
  });

  it('is whole although the system takes only a part of a piece at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basechart-answer-test-'));
    const probe = await open(join(folder, 'probe'), 'w');
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const write = handles.write as (buffer: Buffer, from: number, length: number, position: number) => unknown;
    const short = vi.spyOn(handles, 'write').mockImplementation(function (this: FileHandle, ...args: unknown[]) {
      const [buffer, from, length, position] = args as [Buffer, number, number, number];
      return write.call(this, buffer, from, Math.ceil(length / 2), position) as never;
    });
    const answer = new RunAnswer(folder, memory(4));
    for (const piece of ['1234', '5678', '90']) await answer.append(piece);
    await answer.complete();
    short.mockRestore();
    expect(await textOf(answer)).toBe('1234567890');
    await answer.discard();
    await rm(folder, { recursive: true });
  });

  it('is not far ahead of a reader, and waits for none that has left or once it is to end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basechart-answer-test-'));
    const megabyte = 'x'.repeat(1024 * 1024);
    for (const release of ['leaves', 'hurries'] as const) {
      const answer = new RunAnswer(folder, memory());
      const reader = answer.read(signal());
      await answer.append(megabyte);
      await reader.next();
      let appended = 0;
      const writing = (async () => {
        for (; appended < 20; appended++) await answer.append(megabyte);
      })();
      await expect.poll(() => answer.bytes).toBeGreaterThan(4 * 1024 * 1024);
      expect(appended).toBeLessThan(10);
      if (release === 'leaves') await reader.return();
      else answer.hurry();
      await writing;
      expect(answer.bytes).toBe(21 * 1024 * 1024);
      await answer.discard();
    }
    await rm(folder, { recursive: true });
  });
});
