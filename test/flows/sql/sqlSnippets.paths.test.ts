import { coverChart } from '../../support/cover.ts';
import { sqlSnippetsModel } from './sqlSnippets.model.ts';

coverChart(sqlSnippetsModel);
