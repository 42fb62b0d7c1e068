import type { ElkNode } from 'elkjs';
import ELK from 'elkjs/lib/elk-api.js';
// A separate file, because it is the worker's script.
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';

let library: InstanceType<typeof ELK> | null = null;

/** Computes the position of every box and arrow, in a worker that starts on first use. */
export function layOutGraph(graph: ElkNode): Promise<ElkNode> {
  library ??= new ELK({ workerFactory: () => new Worker(workerAddress, { name: 'chart layout' }) });
  return library.layout(graph);
}
