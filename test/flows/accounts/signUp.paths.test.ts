import { coverChart } from '../../support/cover.ts';
import { signUpModel } from './signUp.model.ts';

coverChart(signUpModel);
