import { watchResources } from '../../parts/watchResources.ts';

/** Reports once the lists show that a model answers in the project of the address. */
export const watchModel = watchResources<{ type: 'model.found' }, { ref: string | null }>(
  ({ watch, report, input: { ref } }) => {
    let slug: string | undefined;
    let withModel: readonly string[] = [];
    const compare = () => {
      if (slug !== undefined && withModel.includes(slug)) report({ type: 'model.found' });
    };
    watch('projects', {}, ({ data }) => {
      slug = data?.find((project) => project.ref === ref)?.organization_slug;
      compare();
    });
    watch('organizations', {}, ({ data }) => {
      withModel = (data ?? []).filter((one) => one.assistant_configured === true).map((one) => one.slug);
      compare();
    });
  },
);
