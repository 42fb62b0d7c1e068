import { coverChart } from '../../support/cover.ts';
import { passwordStrengthModel } from './passwordStrength.model.ts';

coverChart(passwordStrengthModel);
