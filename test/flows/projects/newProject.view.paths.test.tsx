import { newProjectModel } from './newProject.model.ts';
import { coverView } from '../../support/coverView.ts';
import { newProjectScript } from './newProject.script.tsx';

coverView(newProjectModel, newProjectScript);
