import { coverView } from '../../support/coverView.ts';
import { sqlSnippetsModel } from './sqlSnippets.model.ts';
import { sqlSnippetsScript } from './sqlSnippets.script.tsx';

coverView(sqlSnippetsModel, sqlSnippetsScript);
