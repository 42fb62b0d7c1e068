import * as v from 'valibot';
import { conversationSchema } from '../../contract/assistant/conversation.ts';
import { entry } from '../browser/storage.ts';

export const assistantEntries = {
  /** By project and id: what a page that closed could not write to the database any more. */
  conversation: entry('assistant-conversation', v.object({ ref: v.string(), conversation: conversationSchema })),
};
