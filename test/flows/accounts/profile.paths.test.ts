import { coverChart } from '../../support/cover.ts';
import { profileModel } from './profile.model.ts';

coverChart(profileModel);
