import { lazyPart } from '../parts/lazyPart.ts';
import type { PlanChoiceProps } from './PlanChoice.tsx';
import type { PlanPanelProps } from './PlanPanel.tsx';

const views = async () => (await import('./planViews.ts')).planViews;

/** What reads and draws plans loads with the first one. Where it cannot be loaded, a plan is shown as its rows. */
export const PlanPanel = lazyPart<PlanPanelProps>(
  async () => (await views()).PlanPanel,
  ({ rows }) => rows,
);
export const PlanChoice = lazyPart<PlanChoiceProps>(async () => (await views()).PlanChoice);
