import { accessModel } from '../machines/access.model.ts';
import { coverView } from '../support/coverView.ts';
import { accessScript } from './access.script.tsx';

coverView(accessModel, accessScript);
