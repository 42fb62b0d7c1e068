import { existsSync } from 'node:fs';
import { expect } from 'vitest';

const { testPath = '' } = expect.getState();

// Only the test of a chart has a model beside it. Other tests need not load the recorder.
if (testPath.endsWith('.test.ts') && existsSync(testPath.replace(/test\.ts$/, 'model.ts')))
  (await import('./scenarios.ts')).watchScenarios(testPath);
