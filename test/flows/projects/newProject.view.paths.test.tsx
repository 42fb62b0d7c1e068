import { coverView } from '../../support/coverView.ts';
import { newProjectModel } from './newProject.model.ts';
import { newProjectScript } from './newProject.script.tsx';

coverView(newProjectModel, newProjectScript);
