import { coverView } from '../../support/coverView.ts';
import { projectActionsModel } from './projectActions.model.ts';
import { projectActionsScript } from './projectActions.script.tsx';

coverView(projectActionsModel, projectActionsScript);
