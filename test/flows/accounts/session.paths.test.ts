import { coverChart } from '../../support/cover.ts';
import { sessionModel } from './session.model.ts';

coverChart(sessionModel);
