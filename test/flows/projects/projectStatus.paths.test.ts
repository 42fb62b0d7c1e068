import { coverChart } from '../../support/cover.ts';
import { projectStatusModel } from './projectStatus.model.ts';

coverChart(projectStatusModel);
