/**
 * Which file of the build a module belongs to. Code is requested in a few files on purpose: the entry, the workspace,
 * one for each page, and heavy parts. The bundler's own choice, one file for each set of pages that share
 * a module, makes dozens of small ones.
 */
import { basename } from 'node:path';

/** The little of a module that counts here; rolldown's own type has it. */
interface Module {
  importers: readonly string[];
  dynamicImporters: readonly string[];
  isEntry: boolean;
}

interface Chunking {
  getModuleInfo(id: string): Module | null;
}

/** Code that is requested together, by the files that it is requested by. */
const units: readonly (readonly [unit: string, files: RegExp])[] = [
  ['captcha', /\/src\/(?:app|services)\/accounts\/captcha\.ts$/],
  [
    'workspace',
    /\/src\/(?:services\/http\/platform\.ts|app\/workspace\.flow\.ts|views\/app\/(?:Shell|Overlays)\.tsx)$/,
  ],
  ['project', /\/src\/(?:app\/projects\/projectStatus\.flow\.ts|views\/projects\/ProjectLayout\.tsx)$/],
  ['projectUnavailable', /\/src\/views\/parts\/UnavailableCards\.tsx$/],
  ['projectDialogs', /\/src\/views\/parts\/ProjectConfirmations\.tsx$/],
  ['rareBanners', /\/src\/views\/ambient\/rareBanners\.tsx$/],
  ['ambientDialogs', /\/src\/views\/ambient\/AmbientDialogs\.tsx$/],
  ['ambient', /\/src\/(?:views\/ambient|app\/ambient|services\/ambient)\//],
  [
    'inspectorPanel',
    /\/src\/(?:views\/inspector\/(?:DockPanel|FlowsScreen|ReceiverScreen)\.tsx|app\/inspector\/receiver\.flow\.ts)$/,
  ],
  ['tracePreview', /\/src\/app\/inspector\/(?:tracePreview|nameReplacement)\.ts$/],
  ['palette', /\/src\/views\/app\/palette\/Palette\.tsx$/],
  ['preferences', /\/src\/views\/(?:app\/PreferencesScreen|shell\/ShortcutSheet)\.tsx$/],
  ['inspector', /\/src\/(?:app\/inspector|views\/inspector)\/[iI]nspectorDock\b/],
  ['dialogs', /\/src\/views\/ui\/(?:Dialog|SidePanel)Window\.tsx$/],
  ['markdownBody', /\/src\/views\/ui\/Markdown(?:Body|Stream)\.tsx$/],
  ['assistant', /\/src\/(?:views\/assistant\/AssistantSide\.tsx|app\/assistant\/assistantProject\.flow\.ts)$/],
  [
    'sqlDeferred',
    /\/src\/(?:views\/sql\/(?:(?:ConflictView|ProposalReview|GenerateSql)\.tsx|resultViews\.ts)|app\/sql\/sql(?:Generation|Remedy)\.flow\.ts)$/,
  ],
  ['connect', /\/src\/views\/projects\/ConnectDialog\.tsx$/],
  ['menus', /\/src\/views\/(?:ui\/(?:MenuList|TooltipBubble|TipBubble)|shell\/AccountList)\.tsx$/],
  ['support', /\/src\/app\/support\//],
  ['editor', /\/src\/views\/sql\/SqlEditor\.tsx$/],
  ['editorAids', /\/src\/views\/sql\/editor\/aids\.ts$/],
  ['tableOverlays', /\/src\/services\/tables\/(?:valueFiles|exportRows)\.ts$/],
  ['authClient', /\/src\/services\/accounts\/authClient\.ts$/],
];

/** A page's view and flow are named after it: `SqlScreen.tsx` and `sql.flow.ts`. */
function unitOf(file: string): string {
  const named = units.find(([, files]) => files.test(file));
  if (named) return named[0];
  const name = basename(file).replace(/(?:Screen)?\.tsx?$|\.flow\.ts$|\?.*$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** It shows every part there is, and may load other pages' code for that. */
const showcase = 'gallery';

/** The search of the docs opens within it, so what both need is there already. */
const docsHost = 'palette';

/** The library of menus, dialogs, tabs and fields. */
const widgets = /\/node_modules\/@(?:ark-ui|zag-js|floating-ui)\//;

/**
 * Units that load where a project is open or the next click may open one. The list of tables is quick: it needs none of
 * what forms share.
 */
const beforeProjects: ReadonlySet<string> = new Set(['project', 'home', 'palette', 'tablePages']);

/** The palette opens in a dialog. */
const dialogUnits: ReadonlySet<string> = new Set(['dialogs', 'palette']);

/** How a program connects: a dialog of the project's home, and a part of its setup. */
const connectUnits: ReadonlySet<string> = new Set(['connect', 'projectSetup']);

/** The library of text editors, and how they look. */
const editor =
  /\/(?:src\/views\/parts\/editor\/(?:theme|typedOver)\.ts|node_modules\/(?:@codemirror|@lezer|@marijn|codemirror|crelt|style-mod|w3c-keyname)\/)/;

/** What helps in an editor once its text is there. JSON is edited in a field of a page that has been seen long before. */
const editorAidUnits: ReadonlySet<string> = new Set(['editorAids', 'jsonEditor']);

/** The grid of results and of tables. */
const grid = /\/src\/views\/parts\/grid\//;

/** The dock loads beside every page, its panel when it opens. */
const inspectorUnits: ReadonlySet<string> = new Set(['inspector', 'inspectorPanel']);

/** The list of tables, a table beside it, and what opens over either of them. */
const tableUnits: ReadonlySet<string> = new Set([
  'tablePages',
  'table',
  'tableForms',
  'tableOverlays',
  'importPreview',
]);
const openTableUnits: ReadonlySet<string> = new Set(['table', 'tableOverlays']);
const tableFormUnits: ReadonlySet<string> = new Set(['tableForms', 'importPreview']);

/** What floats beside a control: the forms of a table have a list of tables. */
const floatUnits: ReadonlySet<string> = new Set(['menus', ...tableFormUnits]);

/** The SQL editor, and what it shows after a run, a conflict, a generation or an EXPLAIN. */
const sqlUnits: ReadonlySet<string> = new Set(['sql', 'sqlDeferred', 'planViews']);

/** Trees that the keyboard walks: no page loads one before the user asks for it. */
const treeUnits: ReadonlySet<string> = new Set(['inspectorPanel', 'planViews']);

/** What reads a plan: the result of an EXPLAIN, and the help with one. */
const planUnits: ReadonlySet<string> = new Set(['planViews', 'localHelp']);

/** What the home shares: it is what usually loads first. */
const homeUnits: ReadonlySet<string> = new Set(['home', 'logs', 'projectUnavailable']);

/** What interrupts a project, and what is said of one that stands still. */
const unavailableUnits: ReadonlySet<string> = new Set(['projectDialogs', 'projectUnavailable']);

/** What is behind every page, and what opens from there: none of it opens before the rest has loaded. */
const ambientUnits: ReadonlySet<string> = new Set(['ambient', 'ambientDialogs', 'rareBanners']);

/** The panel, and what it says without a model. */
const assistantUnits: ReadonlySet<string> = new Set(['assistant', 'localHelp']);

/** What asks a model, beside every page and in the SQL editor. */
const modelUnits: ReadonlySet<string> = new Set([...assistantUnits, 'sqlDeferred']);

/** Lists with a search in the address; the list of projects loads beside every page. */
const listUnits: ReadonlySet<string> = new Set(['projects', 'advisors']);

/** Pages about an account, which need nothing of a project. */
const accountUnits: ReadonlySet<string> = new Set(['signUp', 'guestPages', 'accountPages']);

/** Units that load by themselves while a user is signed in; the list of projects is the first page of most visits. */
const besideEveryPage: ReadonlySet<string> = new Set(['workspace', 'projects', 'ambient', 'inspector']);

/** The file of each module, by the units that need it. */
function chunkNames() {
  const known = new Map<string, Module | null>();
  const moduleOf = (id: string, chunking: Chunking): Module | null => {
    if (!known.has(id)) known.set(id, chunking.getModuleInfo(id));
    return known.get(id)!;
  };

  /** The units that cannot do without the module. */
  function unitsWith(id: string, chunking: Chunking): Set<string> {
    const found = new Set<string>();
    const seen = new Set([id]);
    for (const file of seen) {
      const module = moduleOf(file, chunking);
      if (!module) continue;
      if (module.isEntry) found.add('main');
      if (module.dynamicImporters.length > 0) found.add(unitOf(file));
      for (const importer of module.importers) seen.add(importer);
    }
    return found;
  }

  function nameOf(id: string, chunking: Chunking): string {
    const found = unitsWith(id, chunking);
    if (found.size === 0 || found.has('main')) return 'main';
    if (found.size > 1) found.delete(showcase);
    if (found.has(docsHost)) found.delete('docsSearch');
    const hasEditor = editor.test(id);
    const isWithin = (some: ReadonlySet<string>) => [...found].every((unit) => some.has(unit));
    // What only JSON needs of it.
    if (found.size === 1) return hasEditor && !isWithin(editorAidUnits) ? 'editor' : [...found][0]!;
    if (hasEditor) return isWithin(editorAidUnits) ? 'editorAids' : 'editor';
    if (isWithin(inspectorUnits)) return 'inspector';
    if (isWithin(accountUnits)) return 'accounts';
    if (isWithin(openTableUnits)) return 'table';
    if (isWithin(tableFormUnits)) return 'tableForms';
    if (isWithin(tableUnits)) return 'tablePages';
    if (isWithin(floatUnits)) return 'menus';
    if (isWithin(sqlUnits)) return 'sql';
    if (isWithin(assistantUnits)) return 'assistant';
    if (isWithin(modelUnits)) return 'model';
    if (isWithin(listUnits)) return 'projects';
    if (isWithin(unavailableUnits)) return 'projectDialogs';
    if (isWithin(ambientUnits)) return 'ambient';
    if (isWithin(treeUnits)) return 'tree';
    if (isWithin(planUnits)) return 'plans';
    if (isWithin(homeUnits)) return 'home';
    if ([...found].some((unit) => besideEveryPage.has(unit))) return 'workspace';
    if (isWithin(dialogUnits)) return 'dialogs';
    if (widgets.test(id)) return 'widgets';
    if (isWithin(connectUnits)) return 'connect';
    if (grid.test(id)) return 'grid';
    return [...found].some((unit) => beforeProjects.has(unit)) ? 'project' : 'forms';
  }

  // Each group asks for the name of each module.
  const names = new Map<string, string>();
  return (id: string, chunking: Chunking): string => {
    const name = names.get(id) ?? nameOf(id, chunking);
    names.set(id, name);
    return name;
  };
}

/** Files that others build on, most shared first: a file takes what its modules import along, unless one before it has it. */
const shared = [
  'main',
  'workspace',
  'projects',
  'project',
  'widgets',
  'dialogs',
  'forms',
  'connect',
  'grid',
  'tree',
  'plans',
  'editor',
  'editorAids',
  'tablePages',
  'table',
  'menus',
  'tableForms',
  'model',
  'assistant',
  'accounts',
  'inspector',
  'ambient',
  'projectDialogs',
  docsHost,
];

/**
 * Units that share nothing. As a group, each would need the bundler's helpers, which would then be a file of their own
 * instead of a part of the entry: one more round trip before any page starts.
 */
const alone: ReadonlySet<string> = new Set([
  'authClient',
  'client',
  'jsonEditor',
  '\0virtual:charts',
  '\0virtual:coverage',
]);

/** The groups of the bundler's `codeSplitting`. */
export function chunkGroups() {
  const nameOf = chunkNames();
  const group = (priority: number, has: (name: string) => boolean) => ({
    priority,
    name(id: string, chunking: Chunking): string | null {
      const name = nameOf(id, chunking);
      return has(name) ? name : null;
    },
  });
  return [
    ...shared.map((file, index) => group(shared.length + 1 - index, (name) => name === file)),
    group(1, (name) => name !== showcase && !alone.has(name)),
    group(0, (name) => !alone.has(name)),
  ];
}
