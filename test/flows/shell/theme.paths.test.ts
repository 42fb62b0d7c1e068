import { coverChart } from '../../support/cover.ts';
import { themeModel } from './theme.model.ts';

coverChart(themeModel);
