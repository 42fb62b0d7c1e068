/**
 * The allowed directions of imports, as data. A layer is a top folder of the product; inside it, areas (`sql`, `projects`
 * …) and floors are its folders. Imports go to listed layers and to lower floors, and never from one area to another.
 * `main.tsx`, `boot.ts`, `guidesSearch.tsx`, tests, benchmarks and scripts are outside of the layers.
 */
interface Layer {
  name: string;
  /** Matches paths from the root of the repository. */
  files: RegExp;
  /** Layers that it may import, itself included unless it has floors. */
  mayImport: readonly string[];
  /** Folders below and above the areas, lowest first; `areas` stands for all others, `.` for the layer's own files. */
  floors?: readonly string[];
  /** What each area may import of the layer's other areas; without it, none. Other layers may then import every area. */
  areas?: Readonly<Record<string, readonly string[]>>;
  /** Reason in the message of a refused import. */
  because: string;
}

/**
 * What each area of the contract may import of the others: an area without a row imports none. All of them may import
 * `common`, which imports no area.
 */
export const contractAreas: Readonly<Record<string, readonly string[]>> = {
  accounts: ['docs'],
  auth: ['accounts'],
  logs: ['organizations'],
  projects: ['organizations', 'accounts'],
  tables: ['sql'],
  assistant: ['advisors', 'logs', 'sql'],
  cache: ['projects', 'organizations', 'accounts', 'auth', 'advisors', 'sql'],
};

/** What each folder of `server/projects/` may import from the folders beside it. */
const projectFolders: Readonly<Record<string, readonly string[]>> = {
  engines: [],
  secrets: [],
  snippets: [],
  activity: ['queries', 'engines'],
  advisors: ['catalog', 'queries', 'engines'],
  catalog: ['engines'],
  tables: ['queries', 'engines'],
  databases: ['engines'],
  lifecycle: ['databases', 'engines', 'secrets'],
  logs: [],
  queries: ['lifecycle', 'databases', 'engines', 'logs'],
  assistant: ['advisors', 'queries', 'engines', 'logs'],
  dataApi: ['queries', 'engines', 'secrets', 'logs'],
  auth: ['dataApi', 'queries', 'logs', 'databases', 'engines', 'secrets'],
};

const projectLayer = (folder: string): string => `server/projects/${folder}`;

const belowProjects = [
  'server/platform',
  'server/mail',
  'server/auth',
  'server/database',
  'server/tables',
  'server/http',
  'server/common',
  'contract',
];

/** The server's folders, lowest first. The first match counts. */
const serverFolders: readonly Layer[] = [
  {
    name: 'server/common',
    files: /^server\/common\//,
    mayImport: ['server/common', 'contract'],
    because: 'every folder of the server may use it, so it depends on none of them.',
  },
  {
    name: 'server/http',
    files: /^server\/http\//,
    mayImport: ['server/http', 'server/common', 'contract'],
    because: 'HTTP is the ground floor: it knows no users, tables or features.',
  },
  {
    name: 'server/tables',
    files: /^server\/.*\.tables\.ts$/,
    mayImport: ['contract'],
    because: 'tables are leaves: they use types of the contract and the query builder.',
  },
  {
    name: 'server/database',
    files: /^server\/database\//,
    mayImport: ['server/database', 'server/tables', 'server/common', 'contract'],
    because: 'the control plane’s schema does not know the features that use it.',
  },
  {
    name: 'server/guides',
    files: /^server\/guides\//,
    mayImport: ['server/guides', 'server/database', 'server/tables', 'server/http', 'server/common', 'contract'],
    because: 'guides are for every reader: they know no users, projects or settings.',
  },
  {
    name: 'server/mail',
    files: /^server\/mail\//,
    mayImport: ['server/mail', 'server/http', 'server/common', 'contract'],
    because: 'sending mail does not depend on what the mail says.',
  },
  {
    name: 'server/auth',
    files: /^server\/auth\//,
    mayImport: [
      'server/auth',
      'server/mail',
      'server/database',
      'server/tables',
      'server/http',
      'server/common',
      'contract',
    ],
    because: 'the auth service does not know the platform whose users it keeps.',
  },
  {
    name: 'server/platform',
    files: /^server\/platform\//,
    mayImport: [
      'server/platform',
      'server/mail',
      'server/auth',
      'server/database',
      'server/tables',
      'server/http',
      'server/common',
      'contract',
    ],
    because: 'organizations and users do not depend on projects’ databases.',
  },
  ...Object.entries(projectFolders).map(([folder, beside]): Layer => ({
    name: projectLayer(folder),
    files: new RegExp(`^server/projects/${folder}/`),
    mayImport: [projectLayer(folder), ...beside.map(projectLayer), ...belowProjects],
    because: '`projectFolders` in `scripts/house/layers.ts` says which folders of a project it may use.',
  })),
  {
    name: 'server/projects',
    files: /^server\/projects\/[^/]+$/,
    mayImport: ['server/projects', ...Object.keys(projectFolders).map(projectLayer), ...belowProjects],
    because: 'projects do not know the sample data or how the server is composed.',
  },
  {
    name: 'server/operator',
    files: /^server\/operator\//,
    mayImport: ['server/operator', 'server/auth', 'server/http', 'server/common', 'contract', 'inspector'],
    because: 'it records charts as the browser does, and knows none of them.',
  },
  {
    name: 'server/demo',
    files: /^server\/demo\//,
    mayImport: ['server/demo', 'server/http', 'server/common', 'contract'],
    because: 'sample data is created through the API, as users create data.',
  },
];

/**
 * The server's folders from the lowest to the highest: `app.ts`, `main.ts`, `start.ts`, storage and configuration are at
 * the top.
 */
const serverLayers: readonly Layer[] = [
  ...serverFolders,
  {
    name: 'server',
    files: /^server\/[^/]+$/,
    mayImport: ['server', ...serverFolders.map(({ name }) => name), 'contract'],
    because: 'the server and the browser share `src/contract` and nothing else.',
  },
  {
    name: 'an unlisted folder',
    files: /^server\//,
    mayImport: ['an unlisted folder', 'contract'],
    because: 'a new folder of the server needs rows.',
  },
];

/** The first match counts. */
export const layers: readonly Layer[] = [
  {
    name: 'contract',
    files: /^src\/contract\//,
    mayImport: [],
    floors: ['common', 'areas'],
    areas: contractAreas,
    because: 'the contract is shared by browser and server and depends on nothing.',
  },
  {
    name: 'router',
    files: /^src\/router\//,
    mayImport: ['router', 'contract'],
    because: 'addresses and pages are data that machines and views build on.',
  },
  {
    name: 'services',
    files: /^src\/services\//,
    mayImport: ['contract'],
    floors: ['browser', 'http', 'areas'],
    because: 'a service is plain functions about one outside thing: it knows the contract and no flow.',
  },
  {
    name: 'inspector',
    files: /^src\/inspector\//,
    mayImport: ['inspector', 'contract'],
    because: 'recording, replay and drawing work on any chart, and are removed with their folder.',
  },
  {
    name: 'machines',
    files: /^src\/machines\//,
    mayImport: ['router', 'contract', 'inspector'],
    floors: ['parts', 'areas', 'app'],
    because: 'a machine names the actors it needs; `src/app` alone provides services.',
  },
  {
    name: 'views',
    files: /^src\/views\//,
    mayImport: ['machines', 'router', 'contract', 'inspector'],
    floors: ['theme', 'ui', 'parts', 'areas', 'app'],
    because: 'a view shows snapshots and sends events; services are behind the machines.',
  },
  {
    name: 'app',
    files: /^src\/app\//,
    mayImport: ['views', 'machines', 'services', 'inspector', 'router', 'contract'],
    floors: ['parts', 'areas', '.'],
    because: 'composition ties machines, services and views together.',
  },
  ...serverLayers,
];

interface PackageRule {
  packages: RegExp;
  files: RegExp;
  because: string;
}

/** Packages that only some files may import. */
export const packageRules: readonly PackageRule[] = [
  {
    packages: /^wouter(\/|$)/,
    files: /^(src\/router|test)\//,
    because: 'the router is the only place that knows its library.',
  },
  {
    packages: /^@xstate\/graph$/,
    files: /^test\/support\/graph\.ts$/,
    because: 'graph functions come through `test/support/graph.ts`.',
  },
  {
    packages: /^(ky|@supabase\/auth-js)(\/|$)/,
    files: /^(src\/services|test|bench)\//,
    because: 'what leaves the browser leaves through `src/services`.',
  },
  {
    packages: /^(react|react-dom|@xstate\/react|@ark-ui\/react|lucide-react)(\/|$)/,
    files: /^(src\/views|src\/router|test|bench)\/|^src\/(?:main|guidesSearch)\.tsx$/,
    because: 'only what is drawn knows React.',
  },
  { packages: /^styled-system\//, files: /^(src\/views|test\/views)\//, because: 'only views have styles.' },
  {
    packages: /^(node:|pg$|hono$|hono\/|@hono\/|@electric-sql\/|kysely|pino)/,
    files: /^(?!src\/)/,
    because: 'the browser has no server inside.',
  },
];

/** Product code: what a deployment runs. */
const product = /^(src|server)\//;
const outsideProduct = /^(test|bench|scripts)\//;
const machineFile = /^src\/machines\/.*\.machine\.ts$/;

/** The flow inspector, in all layers: a developer tool that can be removed. */
export const isInspector = (path: string): boolean => /^src\/(?:[^/]+\/)?inspector\/|^server\/operator\//.test(path);

/** Files outside the inspector that may import it, and why. To remove the inspector is to change these. */
export const inspectorUsers: Readonly<Record<string, string>> = {
  'src/main.tsx': 'It records events from the first one on, and shows the panel beside the app.',
  'src/app/screens.ts': 'The inspector has pages, as other areas.',
  'server/start.ts': 'It has the charts of projects recorded, where the settings offer the inspector.',
  'server/app.ts': 'It has a route for the recorded events.',
};

interface ModuleInfo {
  layer: Layer;
  /** The folder below the layer; `.` for a file of the layer itself. */
  folder: string;
  /** Its floor in the layer; null in a layer without floors. */
  floor: number | null;
  isArea: boolean;
}

/** The layer and folder of a path; undefined outside the layers. */
function moduleInfoOf(path: string): ModuleInfo | undefined {
  const layer = layers.find(({ files }) => files.test(path));
  if (!layer) return undefined;
  const [, , ...rest] = path.split('/');
  const folder = rest.length > 1 ? rest[0]! : '.';
  const floors = layer.floors ?? [];
  const named = floors.indexOf(folder);
  const isArea = floors.length > 0 && named < 0;
  return {
    layer,
    folder,
    isArea,
    floor: floors.length === 0 ? null : isArea ? floors.indexOf('areas') : named,
  };
}

/** Why one module must not import another, or null. */
function refuseModule(from: ModuleInfo, to: ModuleInfo | undefined): string | null {
  const isSameLayer = from.layer === to?.layer;
  if (!to || !((isSameLayer && from.floor !== null) || from.layer.mayImport.includes(to.layer.name)))
    return `${from.layer.name} must not import ${to?.layer.name ?? 'this'}: ${from.layer.because}`;
  if (isSameLayer && from.floor !== null && to.floor !== null && to.floor > from.floor)
    return `${from.layer.name}/${from.folder} must not import ${to.layer.name}/${to.folder}, which stands above it.`;
  const isOtherArea = from.isArea && to.isArea && from.folder !== to.folder;
  if (isOtherArea && isSameLayer && from.layer.areas && !from.layer.areas[from.folder]?.includes(to.folder))
    return `${from.layer.name}/${from.folder} must not import ${to.layer.name}/${to.folder}: \`contractAreas\` in \`scripts/house/layers.ts\` says which areas it may use.`;
  if (isOtherArea && !to.layer.areas)
    return `The area ${from.folder} must not import the area ${to.folder}: what both need is a part, or belongs to the contract.`;
  if (from.layer.name === 'views' && ['theme', 'ui'].includes(from.folder) && to.layer.name === 'machines')
    return 'The design system knows no flow: what shows one is a part.';
  return null;
}

/** Which rows a folder needs that has none; null for a path whose folder has a layer. */
function missingRows(path: string): string | null {
  if (moduleInfoOf(path)?.layer.name !== 'an unlisted folder') return null;
  const [folder] = /^server\/(?:projects\/)?[^/]+\//.exec(path) ?? [path];
  const table = folder.startsWith('server/projects/') ? 'projectFolders' : 'serverFolders';
  return `\`${folder}\` is a new folder of the server: it needs a row in \`${table}\` of \`scripts/house/layers.ts\`, and one in the folders of \`docs/architecture.md\`.`;
}

export interface Import {
  /** The importing file, from the root of the repository. */
  from: string;
  /** The imported file, from the root of the repository; null for a package. */
  to: string | null;
  /** As written. */
  specifier: string;
  /** Erased at compile time. */
  typeOnly: boolean;
}

/** Why an import is refused, or null. */
export function refuseImport({ from, to, specifier, typeOnly }: Import): string | null {
  if (to === null) {
    const broken = packageRules.find(({ packages, files }) => packages.test(specifier) && !files.test(from));
    return broken ? `\`${specifier}\` has no place here: ${broken.because}` : null;
  }
  if (!/\.[cm]?[jt]sx?$|\.json$|\.css$|\.svg$|\.woff2$/.test(to.replace(/\?.*$/, ''))) {
    return `\`${specifier}\` needs its file extension: Node runs this code as it is.`;
  }
  if (!product.test(from)) return null;
  if (outsideProduct.test(to))
    return `\`${specifier}\` is not part of the product: tests, benchmarks and scripts import the product, never the other way.`;

  const module = moduleInfoOf(from);
  const isRefused = isInspector(to) && !isInspector(from) && !Object.hasOwn(inspectorUsers, from);
  if (isRefused && (!module || refuseModule(module, moduleInfoOf(to)) === null))
    return `The inspector can be removed, so that nothing else imports it (\`${specifier}\`): \`inspectorUsers\` in \`scripts/house/layers.ts\` has the exceptions.`;
  if (!module) return null;
  const refusal = refuseModule(module, moduleInfoOf(to));
  if (refusal !== null) return missingRows(from) ?? missingRows(to) ?? `${refusal} (\`${specifier}\`)`;
  if (module.layer.name === 'views' && machineFile.test(to) && !typeOnly) {
    return `A view takes a machine’s type only (\`import type\`): a flow is started by the application, not by what shows it.`;
  }
  return null;
}
