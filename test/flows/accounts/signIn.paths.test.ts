import { coverChart } from '../../support/cover.ts';
import { signInModel } from './signIn.model.ts';

coverChart(signInModel);
