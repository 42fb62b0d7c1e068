import { readStored } from './storage.ts';

/** The database of a user's conversations with the assistant. Its code loads with the panel. */
export const conversationDatabase = (owner: string): string => `basechart-assistant-${owner}`;

/** Deletes a user's conversations, unless they chose to keep them on this computer. */
export function deleteConversations(owner: string | null): void {
  if (owner === null || readStored('assistantKept', owner) === true) return;
  try {
    indexedDB.deleteDatabase(conversationDatabase(owner));
  } catch {
    // A browser without databases has stored none.
  }
}
