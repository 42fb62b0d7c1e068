import type { ResourceData } from '../../../contract/cache/resources.ts';
import { hasModel, organizationOf } from '../../../contract/projects/organizationOf.ts';
import { watchResources } from '../../parts/watchResources.ts';

/** Reports once the lists show that a model answers in the project of the address. */
export const watchModel = watchResources<{ type: 'model.found' }, { ref: string | null }>(
  ({ watch, report, input: { ref } }) => {
    let projects: ResourceData<'projects'> | undefined;
    let organizations: ResourceData<'organizations'> | undefined;
    const compare = () => {
      if (hasModel(organizationOf(ref, projects, organizations))) report({ type: 'model.found' });
    };
    watch('projects', {}, ({ data }) => {
      projects = data;
      compare();
    });
    watch('organizations', {}, ({ data }) => {
      organizations = data;
      compare();
    });
  },
);
