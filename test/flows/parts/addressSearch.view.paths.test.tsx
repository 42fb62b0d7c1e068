import { coverView } from '../../support/coverView.ts';
import { addressSearchModel } from './addressSearch.model.ts';
import { addressSearchScript } from './addressSearch.script.tsx';

coverView(addressSearchModel, addressSearchScript);
