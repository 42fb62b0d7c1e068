import { coverChart } from '../../support/cover.ts';
import { projectActionsModel } from './projectActions.model.ts';

coverChart(projectActionsModel);
