import * as v from 'valibot';
import { flag, httpUrl, text, wholeNumber, type SettingValues } from '../common/settings.ts';

/** Tokens that a model is taken to read and write where nothing else is set; current models have more. */
export const usualContextTokens = 32_000;

/** The assistant's model for organizations that have set none, and bounds for all models. */
export const assistantSettingDefinitions = {
  assistantUrl: {
    env: 'BASECHART_ASSISTANT_URL',
    fallback: null,
    schema: httpUrl,
    help: 'Base URL of an OpenAI-compatible API for the assistant, such as https://api.example.com/v1. Without it, only organizations that have set a model of their own have an assistant.',
  },
  assistantModel: {
    env: 'BASECHART_ASSISTANT_MODEL',
    fallback: null,
    schema: text,
    help: 'Name of the model in that API.',
  },
  assistantKey: {
    env: 'BASECHART_ASSISTANT_KEY',
    fallback: null,
    secret: true,
    schema: v.pipe(text, v.regex(/^[\x21-\x7e]+$/, 'must have no spaces and only ASCII characters')),
    help: 'Key of the API, if it needs one.',
  },
  assistantContextTokens: {
    env: 'BASECHART_ASSISTANT_CONTEXT_TOKENS',
    fallback: String(usualContextTokens),
    schema: wholeNumber(2_000, 10_000_000),
    help: 'Maximum number of tokens that the model reads and writes. What does not fit is left out: tables first, then the oldest messages.',
  },
  assistantInner: {
    env: 'BASECHART_ASSISTANT_INNER',
    fallback: null,
    fallbackHelp: 'true on a loopback address and with --self-hosted, otherwise false',
    schema: flag,
    help: "Let organizations use an API in this server's own network, such as localhost or 10.0.0.5.",
  },
  assistantSilence: {
    env: 'BASECHART_ASSISTANT_SILENCE',
    fallback: '60',
    schema: wholeNumber(1, 3_600),
    help: 'Seconds without new text after which an answer ends.',
  },
  assistantDuration: {
    env: 'BASECHART_ASSISTANT_DURATION',
    fallback: '600',
    schema: wholeNumber(1, 86_400),
    help: 'Maximum duration of an answer, in seconds.',
  },
  assistantRateLimit: {
    env: 'BASECHART_RATE_LIMIT_ASSISTANT',
    fallback: '60',
    schema: wholeNumber(0, 1_000_000),
    help: 'Answers of the assistant per user per minute. 0 means no limit.',
  },
} as const;

/** A model and the API where it answers. */
export interface ModelEndpoint {
  url: string;
  model: string;
  key: string | null;
  contextTokens: number;
}

export interface AssistantSettings {
  /** The deployment's model; null without one. */
  endpoint: ModelEndpoint | null;
  /** Organizations may name an API in this server's own network. */
  reachesInner: boolean;
  silenceMs: number;
  durationMs: number;
  /** Answers per user in a minute; 0 for no limit. */
  rateLimit: number;
}

/** The settings of the assistant; what is missing is added to `problems`. */
export function readAssistant(
  values: SettingValues<typeof assistantSettingDefinitions>,
  problems: string[],
): Omit<AssistantSettings, 'reachesInner'> {
  const { assistantUrl: url, assistantModel: model, assistantKey: key } = values;
  if (url !== null && model === null) problems.push('BASECHART_ASSISTANT_URL needs BASECHART_ASSISTANT_MODEL.');
  if (url === null && model !== null) problems.push('BASECHART_ASSISTANT_MODEL needs BASECHART_ASSISTANT_URL.');
  return {
    endpoint: url === null || model === null ? null : { url, model, key, contextTokens: values.assistantContextTokens },
    silenceMs: values.assistantSilence * 1_000,
    durationMs: values.assistantDuration * 1_000,
    rateLimit: values.assistantRateLimit,
  };
}
