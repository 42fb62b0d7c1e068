import { parentPort, workerData } from 'node:worker_threads';
import { latentSpaceOf, type WeighedText } from './latentSemantics.ts';

parentPort?.postMessage(latentSpaceOf(workerData as readonly WeighedText[]));
