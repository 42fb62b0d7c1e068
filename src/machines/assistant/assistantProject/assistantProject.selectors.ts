import type { SnapshotFrom } from 'xstate';
import { titleOf } from '../../../contract/assistant/conversation.ts';
import { isEditing, levelOf, type assistantProjectMachine } from './assistantProject.machine.ts';

type ProjectSnapshot = SnapshotFrom<typeof assistantProjectMachine>;

export const selectRef = ({ context }: ProjectSnapshot) => context.ref;
export const selectConversation = ({ context }: ProjectSnapshot) => context.conversation;
export const selectTitle = ({ context }: ProjectSnapshot): string => titleOf(context.conversation);
export const selectConversations = ({ context }: ProjectSnapshot) => context.conversations;
export const selectLocalFailure = ({ context }: ProjectSnapshot) => context.localFailure;
/** The conversation is being read. */
export const selectIsOpening = (snapshot: ProjectSnapshot): boolean =>
  snapshot.matches('loading') || snapshot.matches({ loaded: 'opening' });
export const selectIsConfirmingDeletion = (snapshot: ProjectSnapshot): boolean =>
  snapshot.matches({ loaded: { chatting: 'confirmingDeletion' } });
export const selectChat = ({ children }: ProjectSnapshot) => children.chat;
export const selectBlockRun = ({ children }: ProjectSnapshot) => children.blockRun;
/** The field's text replaces a question of before. */
export const selectIsEditing = ({ context }: ProjectSnapshot): boolean => isEditing(context.conversation);
/** What the model can see of the database. */
export const selectLevel = ({ context }: ProjectSnapshot) => levelOf(context.conversation);
export const selectServices = ({ children }: ProjectSnapshot) => children.services;
