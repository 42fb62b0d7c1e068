import { navigationRailModel } from './navigationRail.model.ts';
import { coverView } from '../../support/coverView.ts';
import { navigationRailScript } from './navigationRail.script.tsx';

coverView(navigationRailModel, navigationRailScript);
