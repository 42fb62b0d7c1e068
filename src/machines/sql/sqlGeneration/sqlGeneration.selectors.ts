import type { SnapshotFrom } from 'xstate';
import type { sqlGenerationMachine } from './sqlGeneration.machine.ts';

type GenerationSnapshot = SnapshotFrom<typeof sqlGenerationMachine>;

export const selectPrompt = ({ context }: GenerationSnapshot): string => context.prompt;
export const selectLevel = ({ context }: GenerationSnapshot) => context.level;
export const selectGenerated = ({ context }: GenerationSnapshot): string => context.generated;
export const selectFailure = ({ context }: GenerationSnapshot) => context.failure;
export const selectName = ({ context }: GenerationSnapshot): string | null => context.name;
export const selectIsLoadingDraft = (snapshot: GenerationSnapshot): boolean => snapshot.matches('loadingDraft');
/** Whether it is not known yet which model answers. */
export const selectIsChecking = (snapshot: GenerationSnapshot): boolean =>
  snapshot.matches('loadingDraft') || snapshot.matches({ open: { status: 'checking' } });
/** What is shown below the request. */
export const selectWork = (snapshot: GenerationSnapshot) => {
  for (const work of ['awaitingModel', 'generating', 'reviewing', 'interrupted', 'naming'] as const)
    if (snapshot.matches({ open: { work } })) return work;
  return 'asking';
};
