import type { KnownFlag } from '../src/contract/ambient/featureFlags.ts';
import type { Area } from '../src/contract/common/areas.ts';
import { authSettingDefinitions } from './auth/settings.ts';
import { commandLineFlags, serverSettingDefinitions } from './config.ts';
import { mailSettingDefinitions } from './mail/settings.ts';
import type { Setting } from './settings.ts';

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
];

/** What `BASECHART_DISABLED_FEATURES` may list, and what is hidden then. */
const areaMeanings: Readonly<Record<Area, string>> = {
  'organizations:create': 'Making organizations.',
  'projects:create': 'Making projects.',
  'sql_editor:all': 'The SQL editor.',
  'billing:all': "An organization's billing page, and what leads there.",
  'feature_previews:all': 'Feature previews.',
};

/** What the dashboard asks `BASECHART_FLAGS_FILE` for. */
const flagMeanings: Readonly<Record<KnownFlag, string>> = {
  ongoingIncident:
    'A banner on every page that leads to BASECHART_STATUS_URL: a text says what is going on, true says that something is.',
  customSmtpRequired: 'True shows a banner in projects without mail settings of their own.',
  functionsAssistant: 'True lets the assistant for edge functions be previewed, which is only announced otherwise.',
  diskAndComputeForm: 'For the form of disk and compute size, which this version does not have yet; never on FLY.',
};

/** A file of flags with all that one can hold. */
export const exampleFlags = `{
  "ongoingIncident": "Backups are late in Frankfurt.",
  "functionsAssistant": {
    "value": false,
    "targets": [
      { "to": "emails", "emails": ["ada@example.com", "@example.org"], "value": true },
      { "to": "percentage", "percentage": 25, "value": true }
    ]
  }
}`;

const ruleHelp =
  'A flag is true, false, a text or a number for everybody, or a rule: `value` for all whom none of its `targets` means, and the value of the first ' +
  'target that means the user. A target is for `emails`, where `@example.org` means everybody there, or for a `percentage` of all users, always the same ones. ' +
  'Other flags than these are handed on, and mean nothing to this version.';

const rowsOfMeanings = (meanings: Readonly<Record<string, string>>): Row[] =>
  Object.entries(meanings).map(([name, help]) => ({ name, help, fallback: '' }));

/** What `--help` prints. */
export function helpText(): string {
  const section = (title: string, rows: readonly Row[]) => {
    const width = Math.max(...rows.map(({ name }) => name.length));
    const lines = rows.map(
      ({ name, help, fallback }) =>
        `  ${name.padEnd(width)}  ${help}${fallback === '' ? '' : ` (default: ${fallback})`}`,
    );
    return `${title}\n${lines.join('\n')}`;
  };
  return [
    'npm start -- [options]',
    section(
      'Options',
      Object.entries(commandLineFlags).map(([name, help]) => ({ name, help, fallback: '' })),
    ),
    ...groups.map(({ title, rows }) => section(`${title} settings, from the environment`, rows)),
    section('Areas that BASECHART_DISABLED_FEATURES may list', rowsOfMeanings(areaMeanings)),
    `${section('Flags that BASECHART_FLAGS_FILE may hold', rowsOfMeanings(flagMeanings))}\n\n  ${ruleHelp.replaceAll('`', '')}\n\n${exampleFlags.replaceAll(/^/gm, '    ')}`,
  ].join('\n\n');
}

/** The README's tables of settings. */
export function settingsMarkdown(): string {
  const cell = (value: string) => value.replaceAll('|', String.raw`\|`);
  const meanings = (title: string, column: string, rows: readonly Row[]) =>
    [
      `### ${title}`,
      '',
      `| ${column} | Meaning |`,
      '| --- | --- |',
      ...rows.map(({ name, help }) => `| \`${name}\` | ${cell(help)} |`),
    ].join('\n');
  return [
    ...groups.map(({ title, rows }) =>
      [
        `### ${title}`,
        '',
        '| Variable | Default | Meaning |',
        '| --- | --- | --- |',
        ...rows.map(
          ({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : cell(fallback)} | ${cell(help)} |`,
        ),
      ].join('\n'),
    ),
    meanings('Areas that can be hidden', 'In `BASECHART_DISABLED_FEATURES`', rowsOfMeanings(areaMeanings)),
    meanings('Feature flags', 'In `BASECHART_FLAGS_FILE`', rowsOfMeanings(flagMeanings)),
    ruleHelp,
    `\`\`\`json\n${exampleFlags}\n\`\`\``,
  ].join('\n\n');
}
