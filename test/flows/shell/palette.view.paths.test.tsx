import { coverView } from '../../support/coverView.ts';
import { paletteModel } from './palette.model.ts';
import { paletteScript } from './palette.script.tsx';

coverView(paletteModel, paletteScript);
