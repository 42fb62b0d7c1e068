import { coverView } from '../../support/coverView.ts';
import { connectionModel } from './connection.model.ts';
import { connectionScript } from './connection.script.tsx';

coverView(connectionModel, connectionScript);
