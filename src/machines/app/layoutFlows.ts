import type { captchaMachine } from '../accounts/captcha/captcha.machine.ts';
import type { projectStatusMachine } from '../projects/projectStatus/projectStatus.machine.ts';
import type { tableListMachine } from '../tables/tableList/tableList.machine.ts';

/**
 * The flow of each layout that has one, for views that read it. `src/app/screens.ts` loads them; the compiler compares
 * the two.
 */
export interface LayoutFlows {
  captcha: typeof captchaMachine;
  project: typeof projectStatusMachine;
  tables: typeof tableListMachine;
}
