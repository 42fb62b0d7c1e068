import { paletteModel } from './palette.model.ts';
import { coverView } from '../../support/coverView.ts';
import { paletteScript } from './palette.script.tsx';

coverView(paletteModel, paletteScript);
