import type { ElkNode } from 'elkjs';
import ELK from 'elkjs/lib/elk-api.js';
// As a file of its own, which is a worker's script as it comes.
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';

let library: InstanceType<typeof ELK> | null = null;

/** Finds a place for every box and arrow, in a thread of its own, which is started when it is first asked. */
export function layOutGraph(graph: ElkNode): Promise<ElkNode> {
  library ??= new ELK({ workerFactory: () => new Worker(workerAddress, { name: 'chart layout' }) });
  return library.layout(graph);
}
