/** Files that imports receive, from senders of every kind. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportFiles } from '../../../server/projects/tables/importFile.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-imports-'));
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

/** A sender that sends so many bytes each time, so many milliseconds after the time before. */
const sender = (bytes: number, everyMs: number, chunks: number) => {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      vi.advanceTimersByTime(everyMs);
      sent += 1;
      if (sent > chunks) controller.close();
      else controller.enqueue(new Uint8Array(bytes).fill(10));
    },
  });
};

describe('an upload', () => {
  it('that trickles loses its place, and leaves no file behind', async () => {
    const files = new ImportFiles(folder);
    const trickle = files.receive(sender(1, 20_000, 10), 'ada');
    await expect(trickle).rejects.toMatchObject({ status: 408, code: 'upload_stalled' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('over a slow connection is received', async () => {
    const upload = await new ImportFiles(folder).receive(sender(200_000, 20_000, 10), 'ada');
    expect(await readdir(folder)).toHaveLength(1);
    await upload.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});
