import { docsPage } from '../../../contract/shell/palette.ts';
import type { PalettePage } from './page.ts';
import { RootSource } from './RootSource.tsx';
import { ServiceKey } from './ServiceKey.tsx';
import { CopySource, OrganizationSource, ProjectSource, QuerySource, ThemeSource, DensitySource } from './sources.tsx';

/** The pages of the palette by name, one row each. */
export const palettePages = {
  root: {
    kind: 'list',
    title: 'Command palette',
    placeholder: 'Type a command or search…',
    Source: RootSource,
  },
  organizations: {
    kind: 'list',
    title: 'Organizations',
    placeholder: 'Search organizations…',
    Source: OrganizationSource,
  },
  projects: { kind: 'list', title: 'Projects', placeholder: 'Search projects…', Source: ProjectSource },
  queries: { kind: 'list', title: 'Queries', placeholder: 'Search queries…', Source: QuerySource },
  theme: { kind: 'list', title: 'Theme', placeholder: 'Choose a theme…', Source: ThemeSource },
  density: { kind: 'list', title: 'Density', placeholder: 'Choose a density…', Source: DensitySource },
  copy: { kind: 'list', title: 'Copy', placeholder: 'Choose what to copy…', Source: CopySource },
  [docsPage]: { kind: 'flow', title: 'Search the docs', placeholder: 'Search the docs…', view: 'docsSearch' },
  serviceKey: { kind: 'content', title: 'Service key', Content: ServiceKey },
} as const satisfies Readonly<Record<string, PalettePage>>;

export const pageOf = (name: string): PalettePage =>
  name in palettePages ? palettePages[name as keyof typeof palettePages] : palettePages.root;
