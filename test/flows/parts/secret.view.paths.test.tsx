import { coverView } from '../../support/coverView.ts';
import { secretModel } from './secret.model.ts';
import { secretScript } from './secret.script.tsx';

coverView(secretModel, secretScript);
