import { coverChart } from '../../support/cover.ts';
import { localDraftModel } from './localDraft.model.ts';

coverChart(localDraftModel);
