import { connectionModel } from './connection.model.ts';
import { coverView } from '../../support/coverView.ts';
import { connectionScript } from './connection.script.tsx';

coverView(connectionModel, connectionScript);
