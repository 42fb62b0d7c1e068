import { coverChart } from '../../support/cover.ts';
import { newProjectModel } from './newProject.model.ts';

coverChart(newProjectModel);
