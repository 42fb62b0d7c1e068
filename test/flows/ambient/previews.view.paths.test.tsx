import { coverView } from '../../support/coverView.ts';
import { previewsModel } from './previews.model.ts';
import { previewsScript } from './previews.script.tsx';

coverView(previewsModel, previewsScript);
