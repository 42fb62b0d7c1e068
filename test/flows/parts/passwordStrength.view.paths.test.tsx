import { coverView } from '../../support/coverView.ts';
import { passwordStrengthModel } from './passwordStrength.model.ts';
import { passwordStrengthScript } from './passwordStrength.script.tsx';

coverView(passwordStrengthModel, passwordStrengthScript);
