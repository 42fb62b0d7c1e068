import { projectActionsModel } from './projectActions.model.ts';
import { coverView } from '../../support/coverView.ts';
import { projectActionsScript } from './projectActions.script.tsx';

coverView(projectActionsModel, projectActionsScript);
