import { coverView } from '../../support/coverView.ts';
import { inspectorPublisherModel } from './inspectorPublisher.model.ts';
import { inspectorPublisherScript } from './inspectorPublisher.script.tsx';

coverView(inspectorPublisherModel, inspectorPublisherScript);
