import { clipboardModel } from './clipboard.model.ts';
import { coverView } from '../../support/coverView.ts';
import { clipboardScript } from './clipboard.script.tsx';

coverView(clipboardModel, clipboardScript);
