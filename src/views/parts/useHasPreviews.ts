import { previewsInEffect } from '../../contract/ambient/previews.ts';
import { useIsHidden } from './useIsHidden.ts';

/** Whether there are feature previews that change something, and the profile does not hide them. */
export function useHasPreviews(): boolean {
  const hidden = useIsHidden('feature_previews:all');
  return !hidden && previewsInEffect.length > 0;
}
