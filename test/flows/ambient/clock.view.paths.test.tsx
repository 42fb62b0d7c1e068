import { coverView } from '../../support/coverView.ts';
import { clockModel } from './clock.model.ts';
import { clockScript } from './clock.script.tsx';

coverView(clockModel, clockScript);
