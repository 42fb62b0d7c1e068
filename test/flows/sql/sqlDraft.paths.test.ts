import { coverChart } from '../../support/cover.ts';
import { sqlDraftModel } from './sqlDraft.model.ts';

coverChart(sqlDraftModel);
