import { parentPort, workerData } from 'node:worker_threads';
import { formatDialect, postgresql } from 'sql-formatter';

parentPort?.postMessage(
  formatDialect(String(workerData), { dialect: postgresql, keywordCase: 'preserve', expressionWidth: 80 }),
);
