import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import type { PasswordCheck } from '../../src/contract/accounts/passwordCheck.ts';

const zxcvbn = new ZxcvbnFactory({
  translations: english.translations,
  graphs: common.adjacencyGraphs,
  dictionary: { ...common.dictionary, ...english.dictionary },
});

parentPort?.on('message', ({ id, password }: { id: number; password: string }) => {
  const { score, feedback } = zxcvbn.check(password);
  const check: PasswordCheck = {
    score,
    feedback: { suggestions: feedback.suggestions, warning: feedback.warning ?? '' },
  };
  parentPort?.postMessage({ id, check });
});
