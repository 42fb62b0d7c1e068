import { existsSync } from 'node:fs';
import { expect } from 'vitest';

const { testPath = '' } = expect.getState();

// Only the test of a chart has a model beside it. Other tests should not have to load what watches scenarios.
if (testPath.endsWith('.test.ts') && existsSync(testPath.replace(/test\.ts$/, 'model.ts')))
  (await import('./scenarios.ts')).watchScenarios(testPath);
