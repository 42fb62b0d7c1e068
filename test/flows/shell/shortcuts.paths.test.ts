import { coverChart } from '../../support/cover.ts';
import { shortcutsModel } from './shortcuts.model.ts';

coverChart(shortcutsModel);
