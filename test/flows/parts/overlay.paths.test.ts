import { coverChart } from '../../support/cover.ts';
import { overlayModel } from './overlay.model.ts';

coverChart(overlayModel);
