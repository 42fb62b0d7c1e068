import { coverView } from '../../support/coverView.ts';
import { sqlScreenModel } from './sqlScreen.model.ts';
import { sqlScreenScript } from './sqlScreen.script.tsx';

coverView(sqlScreenModel, sqlScreenScript);
