import { coverView } from '../../support/coverView.ts';
import { clipboardModel } from './clipboard.model.ts';
import { clipboardScript } from './clipboard.script.tsx';

coverView(clipboardModel, clipboardScript);
