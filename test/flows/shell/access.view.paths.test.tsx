import { coverView } from '../../support/coverView.ts';
import { accessModel } from './access.model.ts';
import { accessScript } from './access.script.tsx';

coverView(accessModel, accessScript);
