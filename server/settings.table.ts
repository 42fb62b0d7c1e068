import { authSettingDefinitions } from './auth/settings.ts';
import { commandLineFlags, serverSettingDefinitions } from './config.ts';
import { mailSettingDefinitions } from './mail/settings.ts';
import type { Setting } from './settings.ts';

interface Row { name: string; fallback: string; help: string }

const rowsOf = (definitions: Readonly<Record<string, Setting>>): Row[] =>
  Object.values(definitions).map(({ env, fallback, fallbackHelp, help }) => ({ name: env, fallback: fallbackHelp ?? fallback ?? '', help }));

const groups: readonly { title: string; rows: readonly Row[] }[] = [
  { title: 'Server', rows: rowsOf(serverSettingDefinitions) },
  { title: 'Auth service', rows: rowsOf(authSettingDefinitions) },
  { title: 'Mail', rows: rowsOf(mailSettingDefinitions) },
];

/** What `--help` prints. */
export function helpText(): string {
  const section = (title: string, rows: readonly Row[]) => {
    const width = Math.max(...rows.map(({ name }) => name.length));
    const lines = rows.map(({ name, help, fallback }) => `  ${name.padEnd(width)}  ${help}${fallback === '' ? '' : ` (default: ${fallback})`}`);
    return `${title}\n${lines.join('\n')}`;
  };
  return [
    'npm start -- [options]',
    section('Options', Object.entries(commandLineFlags).map(([name, help]) => ({ name, help, fallback: '' }))),
    ...groups.map(({ title, rows }) => section(`${title} settings, from the environment`, rows)),
  ].join('\n\n');
}

/** The README's tables of settings. */
export function settingsMarkdown(): string {
  const cell = (value: string) => value.replaceAll('|', String.raw`\|`);
  return groups.map(({ title, rows }) => [
    `### ${title}`,
    '',
    '| Variable | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows.map(({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : cell(fallback)} | ${cell(help)} |`),
  ].join('\n')).join('\n\n');
}
