import type { KnownFlag } from '../src/contract/ambient/featureFlags.ts';
import type { Feature } from '../src/contract/common/features.ts';
import { authSettingDefinitions } from './auth/settings.ts';
import type { Setting } from './common/settings.ts';
import { commandLineOptions, serverSettingDefinitions } from './config.ts';
import { mailSettingDefinitions } from './mail/settings.ts';
import { assistantSettingDefinitions } from './platform/assistantSettings.ts';

interface Row {
  name: string;
  fallback: string;
  help: string;
}

const rowsOf = (definitions: Readonly<Record<string, Setting>>): Row[] =>
  Object.values(definitions).map(({ env, fallback, fallbackHelp, help }) => ({
    name: env,
    fallback: fallbackHelp ?? fallback ?? '',
    help,
  }));

const groups: readonly { title: string; rows: readonly Row[] }[] = [
  { title: 'Server', rows: rowsOf(serverSettingDefinitions) },
  { title: 'Auth service', rows: rowsOf(authSettingDefinitions) },
  { title: 'Mail', rows: rowsOf(mailSettingDefinitions) },
  { title: 'Assistant', rows: rowsOf(assistantSettingDefinitions) },
];

/** What each entry of `BASECHART_DISABLED_FEATURES` hides. */
const featureMeanings: Readonly<Record<Feature, string>> = {
  'organizations:create': 'Creating organizations.',
  'projects:create': 'Creating projects.',
  'sql_editor:all': 'The SQL editor.',
  'billing:all': "An organization's billing page and all links to it.",
  'feature_previews:all': 'Feature previews.',
};

/** The flags of `BASECHART_FLAGS_FILE` that the dashboard reads. */
const flagMeanings: Readonly<Record<KnownFlag, string>> = {
  ongoingIncident:
    'Shows a banner that links to BASECHART_STATUS_URL on every page. A string is the message; true shows a general message.',
  customSmtpRequired: 'true shows a banner in projects without mail settings.',
  functionsAssistant: 'Reserved for the preview of an assistant for edge functions, which this version does not have.',
  diskAndComputeForm:
    'Reserved for the disk and compute form, which this version does not have. Never applies to the provider FLY.',
};

/** A flags file that uses every form of a value. */
export const exampleFlags = `{
  "ongoingIncident": "Backups are late in Frankfurt.",
  "customSmtpRequired": {
    "value": false,
    "targets": [
      { "to": "emails", "emails": ["ada@example.com", "@example.org"], "value": true },
      { "to": "percentage", "percentage": 25, "value": true }
    ]
  }
}`;

const ruleHelp =
  'A flag is true, false, a text, or a number for all users, or a rule. A rule has `targets`, each with a value for some users, and a `value` for everyone else. A target ' +
  'lists `emails`, where `@example.org` stands for all addresses of that domain, or gives a `percentage` of all users, which always selects the same users. The first ' +
  'target that includes the user applies. The server also passes on flags that are not in this list; this version ignores them.';

const rowsOfMeanings = (meanings: Readonly<Record<string, string>>): Row[] =>
  Object.entries(meanings).map(([name, help]) => ({ name, help, fallback: '' }));

/** The text in lines of at most that many characters, each after so many spaces. A longer word has its own line. */
function wrapped(text: string, columns: number, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || indent + line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}

/** What `--help` prints, for a terminal of that width. */
export function helpText(columns: number): string {
  const section = (title: string, rows: readonly Row[]) => {
    const indent = Math.max(...rows.map(({ name }) => name.length)) + 4;
    const lines = rows.map(({ name, help, fallback }) => {
      const text = `${help}${fallback === '' ? '' : ` (default: ${fallback})`}`;
      // Beside long names there is no room.
      return indent > columns / 3
        ? `  ${name}\n${wrapped(text, columns, 6)}`
        : `  ${name}`.padEnd(indent) + wrapped(text, columns, indent).trimStart();
    });
    return `${title}\n${lines.join('\n')}`;
  };
  return [
    'npm start -- [options]',
    section(
      'Options',
      Object.entries(commandLineOptions).map(([name, { help }]) => ({ name: `--${name}`, help, fallback: '' })),
    ),
    ...groups.map(({ title, rows }) => section(`${title} settings, from the environment`, rows)),
    section('Areas that BASECHART_DISABLED_FEATURES can list', rowsOfMeanings(featureMeanings)),
    `${section('Flags that BASECHART_FLAGS_FILE can set', rowsOfMeanings(flagMeanings))}\n\n${wrapped(ruleHelp.replaceAll('`', ''), columns, 2)}\n\n${exampleFlags.replaceAll(/^/gm, '    ')}`,
  ].join('\n\n');
}

/** The tables of `docs/settings.md`. */
export function settingsMarkdown(): string {
  const cell = (value: string) => value.replaceAll('|', String.raw`\|`);
  const meanings = (title: string, column: string, rows: readonly Row[]) =>
    [
      `## ${title}`,
      '',
      `| ${column} | Meaning |`,
      '| --- | --- |',
      ...rows.map(({ name, help }) => `| \`${name}\` | ${cell(help)} |`),
    ].join('\n');
  return [
    ...groups.map(({ title, rows }) =>
      [
        `## ${title}`,
        '',
        '| Variable | Default | Meaning |',
        '| --- | --- | --- |',
        ...rows.map(
          ({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : cell(fallback)} | ${cell(help)} |`,
        ),
      ].join('\n'),
    ),
    meanings('Areas that can be hidden', 'In `BASECHART_DISABLED_FEATURES`', rowsOfMeanings(featureMeanings)),
    meanings('Feature flags', 'In `BASECHART_FLAGS_FILE`', rowsOfMeanings(flagMeanings)),
    ruleHelp,
    `\`\`\`json\n${exampleFlags}\n\`\`\``,
  ].join('\n\n');
}
