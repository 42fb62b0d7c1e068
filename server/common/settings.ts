import * as v from 'valibot';

/** One setting: its environment variable, its meaning, and how its text becomes a value. */
export interface Setting<Value = unknown> {
  env: string;
  help: string;
  /** Text used when the variable is unset or empty; null when the setting is then absent. */
  fallback: string | null;
  /** The default as the table shows it, where `fallback` alone does not explain it. */
  fallbackHelp?: string;
  /** The value is never repeated in a message. */
  secret?: boolean;
  schema: v.GenericSchema<string, Value>;
}

/** The parsed settings: absent settings without a fallback are null. */
export type SettingValues<Definitions extends Readonly<Record<string, Setting>>> = {
  readonly [Name in keyof Definitions]:
    | v.InferOutput<Definitions[Name]['schema']>
    | (Definitions[Name]['fallback'] extends string ? never : null);
};

/** All invalid settings, with messages for the operator. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a group of settings; problems are added to `problems` so that several groups can be reported together. */
export function readSettings<const Definitions extends Readonly<Record<string, Setting>>>(
  definitions: Definitions,
  environment: Environment,
  problems: string[],
): SettingValues<Definitions> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(definitions)) {
    const text = environment[setting.env] || setting.fallback;
    if (text === null) {
      values[name] = null;
      continue;
    }
    const result = v.safeParse(setting.schema, text);
    if (result.success) values[name] = result.output;
    else problems.push(`${setting.env} ${result.issues[0].message}${setting.secret ? '' : `, not "${text}"`}.`);
  }
  // A name is only missing when a problem was reported, and then no caller gets the values.
  return values as SettingValues<Definitions>;
}

/** Schemas of the settings' texts; their messages continue the name of the variable. */
export const text = v.pipe(v.string(), v.trim());

export const oneOf = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  v.pipe(v.string(), v.picklist(choices, `must be one of ${choices.join(', ')}`));

export const flag = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'must be true or false'),
  v.transform((word) => ['true', '1', 'yes', 'on'].includes(word)),
);

export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

export const list = v.pipe(
  v.string(),
  v.transform((words) =>
    words
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
);

const isHttpUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Origins as browsers send them: no path, no slash at the end. */
export const originList = v.pipe(
  list,
  v.check(
    (origins) => origins.every((origin) => isHttpUrl(origin) && new URL(origin).origin === origin),
    'must be origins, such as https://dashboard.example.com, separated by commas',
  ),
);

export const httpUrl = v.pipe(
  v.string(),
  v.check(isHttpUrl, 'must be an http or https address'),
  v.transform((address) => address.replace(/\/+$/, '')),
);

/** A path on this server, or an absolute URL. */
export const httpUrlOrPath = v.pipe(
  v.string(),
  v.check(
    (value) => /^\/(?!\/)/.test(value) || isHttpUrl(value),
    'must be an http or https address, or a path that starts with /',
  ),
  v.transform((address) => address.replace(/\/+$/, '')),
);

export const postgresUrl = v.pipe(
  v.string(),
  v.check((value) => /^postgres(?:ql)?:\/\/./.test(value) && URL.canParse(value), 'must be a postgres:// address'),
);

/** Bytes of a key, encoded as base64. */
export const secretKey = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\w+/-]{43}=?$/, 'must be 32 bytes in base64'),
  v.transform((words): Uint8Array => Buffer.from(words, 'base64')),
  v.check((bytes) => bytes.length === 32, 'must be 32 bytes in base64'),
);
