import { coverView } from '../../support/coverView.ts';
import { privacyModel } from './privacy.model.ts';
import { privacyScript } from './privacy.script.tsx';

coverView(privacyModel, privacyScript);
