import { coverChart } from '../../support/cover.ts';
import { caretakerModel } from './caretaker.model.ts';

coverChart(caretakerModel);
