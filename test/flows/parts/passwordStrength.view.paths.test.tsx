import { passwordStrengthModel } from './passwordStrength.model.ts';
import { coverView } from '../../support/coverView.ts';
import { passwordStrengthScript } from './passwordStrength.script.tsx';

coverView(passwordStrengthModel, passwordStrengthScript);
