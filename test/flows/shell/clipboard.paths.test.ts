import { coverChart } from '../../support/cover.ts';
import { clipboardModel } from './clipboard.model.ts';

coverChart(clipboardModel);
