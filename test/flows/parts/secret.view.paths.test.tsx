import { secretModel } from './secret.model.ts';
import { coverView } from '../../support/coverView.ts';
import { secretScript } from './secret.script.tsx';

coverView(secretModel, secretScript);
