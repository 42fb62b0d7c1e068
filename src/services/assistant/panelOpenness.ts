import * as v from 'valibot';
import { entry } from '../browser/storage.ts';

/** Whether the panel is open: read on every page, so it is apart from what only the open panel reads. */
export const assistantOpen = entry('assistant-open', v.boolean());
