import * as v from 'valibot';
import { entry } from '../browser/storage.ts';

/** By project: ids of the findings that the user ignores (specification, section 3), the latest last. */
export const lintIgnoreList = entry('lint-ignore-list', v.array(v.string()));

/** More than anyone ignores by hand; the oldest are forgotten. */
export const ignoredMax = 1_000;
