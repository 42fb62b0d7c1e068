import { createContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { blockRunMachine } from '../../machines/assistant/blockRun/blockRun.machine.ts';
import type { conversationMachine } from '../../machines/assistant/conversation/conversation.machine.ts';

export type ChatRef = ActorRefFrom<typeof conversationMachine>;
export type BlockRunRef = ActorRefFrom<typeof blockRunMachine>;

/** What an answer's blocks of SQL can do. */
export interface BlockCommands {
  blockRun: BlockRunRef;
  insert: (sql: string) => void;
  explain: (sql: string) => void;
}

export const BlockContext = createContext<BlockCommands | null>(null);
