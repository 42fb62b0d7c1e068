import { previewsModel } from './previews.model.ts';
import { coverView } from '../../support/coverView.ts';
import { previewsScript } from './previews.script.tsx';

coverView(previewsModel, previewsScript);
