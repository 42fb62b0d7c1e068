import { coverView } from '../../support/coverView.ts';
import { navigationRailModel } from './navigationRail.model.ts';
import { navigationRailScript } from './navigationRail.script.tsx';

coverView(navigationRailModel, navigationRailScript);
