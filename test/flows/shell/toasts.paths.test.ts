import { coverChart } from '../../support/cover.ts';
import { toastsModel } from './toasts.model.ts';

coverChart(toastsModel);
