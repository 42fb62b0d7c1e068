import { coverView } from '../../support/coverView.ts';
import { renamingModel } from '../../support/example/renaming.model.ts';
import { renamingScript } from '../../support/example/renaming.script.tsx';

coverView(renamingModel, renamingScript);
