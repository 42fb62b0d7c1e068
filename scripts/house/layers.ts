/**
 * Which way imports go, as data. A layer is a set of files; what it may import is listed, everything else is refused.
 * `main.tsx`, tests, benchmarks and scripts stand outside and may import whatever they need.
 */
interface Layer {
  name: string;
  /** Matches paths from the root of the repository. */
  files: RegExp;
  mayImport: readonly string[];
  /** Said when an import is refused. */
  because: string;
}

/** The first match counts. */
export const layers: readonly Layer[] = [
  {
    name: 'contract', files: /^src\/contract\//, mayImport: ['contract'],
    because: 'the contract is shared by browser and server and depends on nothing.',
  },
  {
    name: 'services', files: /^src\/services\//, mayImport: ['services', 'contract'],
    because: 'a service is plain functions about one outside thing: it knows the contract and no flow.',
  },
  {
    name: 'wiring', files: /^src\/machines\/app\/[^/]+\.(actor|flow)\.ts$/, mayImport: ['wiring', 'machines', 'services', 'addresses', 'traces', 'contract'],
    because: 'the wiring ties machines to services and is loaded before any view.',
  },
  {
    name: 'machines', files: /^src\/machines\//, mayImport: ['machines', 'contract'],
    because: 'a machine names the actors it needs; `src/machines/app/*.actor.ts` and `*.flow.ts` alone provide services.',
  },
  {
    name: 'traces', files: /^src\/trace\//, mayImport: ['traces', 'machines', 'contract'],
    because: 'a trace is data about charts: it neither shows nor fetches anything.',
  },
  {
    name: 'screens', files: /^src\/router\/screens\.ts$/, mayImport: ['views', 'wiring', 'addresses', 'machines', 'contract'],
    because: 'the table of screens names views and their flows, nothing else.',
  },
  {
    name: 'addresses', files: /^src\/router\//, mayImport: ['addresses', 'machines', 'contract'],
    because: 'views link through the router, so that only `src/router/screens.ts` may load views.',
  },
  {
    name: 'views', files: /^src\/views\//, mayImport: ['views', 'addresses', 'machines', 'traces', 'contract'],
    because: 'a view shows snapshots and sends events; services are behind the machines.',
  },
  {
    name: 'server', files: /^server\//, mayImport: ['server', 'contract'],
    because: 'the server and the browser share `src/contract` and nothing else.',
  },
];

interface PackageRule {
  packages: RegExp;
  files: RegExp;
  because: string;
}

/** Packages with one home. */
export const packageRules: readonly PackageRule[] = [
  { packages: /^wouter(\/|$)/, files: /^(src\/router|test)\//, because: 'the router is the only place that knows its library.' },
  { packages: /^@xstate\/graph$/, files: /^test\/support\/graph\.ts$/, because: 'graph functions come through `test/support/graph.ts`.' },
  { packages: /^(ky|@supabase\/auth-js)(\/|$)/, files: /^(src\/services|test|bench)\//, because: 'what leaves the browser leaves through `src/services`.' },
  {
    packages: /^(react|react-dom|@xstate\/react|@ark-ui\/react|lucide-react|@tanstack\/react-virtual)(\/|$)/,
    files: /^(src\/views|src\/router|test|bench)\/|^src\/main\.tsx$/,
    because: 'only what is drawn knows React.',
  },
  { packages: /^styled-system\//, files: /^(src\/views|test\/views)\//, because: 'only views have styles.' },
  { packages: /^(node:|pg$|hono$|hono\/|@hono\/|@electric-sql\/|kysely|pino)/, files: /^(?!src\/)/, because: 'the browser has no server inside.' },
];

/** Product code: what a deployment runs. */
const product = /^(src|server)\//;
const outsideProduct = /^(test|bench|scripts)\//;
const machineFile = /^src\/machines\/.*\.machine\.ts$/;

/** The layer that a path belongs to, if it belongs to one. */
const layerOf = (path: string): Layer | undefined => layers.find(({ files }) => files.test(path));

export interface Import {
  /** The importing file, from the root of the repository. */
  from: string;
  /** The imported file, from the root of the repository; null for a package. */
  to: string | null;
  /** As written. */
  specifier: string;
  /** Erased before anything runs. */
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
  if (outsideProduct.test(to)) return `\`${specifier}\` is not part of the product: tests, benchmarks and scripts import the product, never the other way.`;

  const layer = layerOf(from);
  const target = layerOf(to);
  if (layer === undefined) return null;
  if (target === undefined || !layer.mayImport.includes(target.name)) {
    return `${layer.name} must not import ${target?.name ?? 'this'} (\`${specifier}\`): ${layer.because}`;
  }
  if (layer.name === 'views' && machineFile.test(to) && !typeOnly) {
    return `A view takes a machine’s type only (\`import type\`): a flow is started by the application, not by what shows it.`;
  }
  return null;
}
