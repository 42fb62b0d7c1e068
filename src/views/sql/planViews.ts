import { PlanChoice } from './PlanChoice.tsx';
import { PlanPanel } from './PlanPanel.tsx';

export const planViews = { PlanChoice, PlanPanel };
