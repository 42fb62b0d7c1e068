import { randomBytes } from 'node:crypto';
import type { LanguageModel, ModelMessage, TextStreamPart, ToolSet } from 'ai';
import type { Logger } from 'pino';
import type { AnswerEvent } from '../../../src/contract/assistant/answer.ts';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import type { ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import type { ChosenEndpoint } from '../../platform/assistantEndpoints.ts';
import { failureOf, failures, type AnswerFailure } from './failures.ts';
import { createModelFetch } from './modelFetch.ts';
import { declaredTools, problemOfCall } from './toolDefinitions.ts';

/** The SDK takes 100 ms and 20 MB, which only a server with answers needs. */
const loadSdk = async () => {
  const [sdk, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]);
  return { ...sdk, createOpenAICompatible };
};
let sdkLoaded: ReturnType<typeof loadSdk> | undefined;

export const createMarkWord = (): string => randomBytes(6).toString('hex');

export interface AnswerInput {
  endpoint: ChosenEndpoint;
  instructions: string;
  messages: ModelMessage[];
  level: ContextLevel;
  hasTools: boolean;
  begin: Omit<Extract<AnswerEvent, { type: 'begin' }>, 'type'>;
  limits: { silenceMs: number; durationMs: number };
  /** Aborted when the caller has left. */
  left: AbortSignal;
  log: Logger;
}

const reasons: Readonly<Record<string, Extract<AnswerEvent, { type: 'finish' }>['reason']>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'filtered',
  'tool-calls': 'toolCalls',
};

/** Ends a request to the model that is silent, takes too long, or has no reader. */
function watch({ silenceMs, durationMs }: AnswerInput['limits'], left: AbortSignal) {
  const ending = new AbortController();
  let why: AnswerFailure | null = null;
  const end = (failure: AnswerFailure) => {
    why ??= failure;
    ending.abort();
  };
  const whole = setTimeout(() => end(failures.slow), durationMs);
  const silence = setTimeout(() => end(failures.silent), silenceMs);
  return {
    /** The connection broke, which the SDK tells as an answer without an end. */
    broke: () => void (why ??= failures.brokeOff),
    signal: AbortSignal.any([ending.signal, left]),
    heard: () => void silence.refresh(),
    why: () => why,
    end() {
      clearTimeout(whole);
      clearTimeout(silence);
      ending.abort();
    },
  };
}

/** The events of one part of the stream; `counts` has what the whole answer has so far. */
function* eventsOf(
  part: TextStreamPart<ToolSet>,
  { level, hasTools }: AnswerInput,
  counts: { chars: number; calls: number },
): Generator<AnswerEvent> {
  switch (part.type) {
    case 'text-delta': {
      const text = part.text.slice(0, assistantLimits.answerChars - counts.chars);
      counts.chars += part.text.length;
      if (text !== '') yield { type: 'text', text };
      return;
    }
    case 'tool-call': {
      counts.calls += 1;
      counts.chars += (JSON.stringify(part.input) ?? '').length;
      const { toolCallId: id, toolName: name } = part;
      const input: unknown = part.input;
      const problem = hasTools ? problemOfCall(name, input, level) : 'No tool can be called here.';
      yield {
        type: 'toolCall',
        id: id.slice(0, 200),
        name: name.slice(0, 200),
        input,
        ...(problem !== null && { problem }),
      };
      return;
    }
    case 'finish': {
      const { inputTokens, outputTokens } = part.totalUsage;
      if (inputTokens !== undefined || outputTokens !== undefined)
        yield { type: 'usage', inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null };
      if (part.rawFinishReason === undefined) yield { type: 'failure', ...failures.brokeOff };
      else yield { type: 'finish', reason: counts.calls > 0 ? 'toolCalls' : (reasons[part.finishReason] ?? 'other') };
      return;
    }
    default:
  }
}

/** An answer that the model is not asked for. */
export async function* refusal(begin: AnswerInput['begin'], failure: AnswerFailure): AsyncGenerator<AnswerEvent> {
  yield await Promise.resolve<AnswerEvent>({ type: 'begin', ...begin });
  yield { type: 'failure', ...failure };
}

/** The answer of the model as events. It ends with `finish` or `failure`, unless the caller has left. */
export async function* streamAnswer(input: AnswerInput): AsyncGenerator<AnswerEvent, void, undefined> {
  const { endpoint, begin, left, log } = input;
  yield { type: 'begin', ...begin };
  const sdk = await (sdkLoaded ??= loadSdk());
  const watched = watch(input.limits, left);
  const counts = { chars: 0, calls: 0 };
  const fail = (error: unknown): AnswerEvent => {
    const found = watched.why() ?? failureOf(error, sdk);
    // Its message and its body may quote the key or the conversation.
    log.warn(
      { code: found.code, type: error instanceof Error ? error.name : typeof error },
      'the model did not answer',
    );
    return { type: 'failure', ...found };
  };
  try {
    const model: LanguageModel = sdk.createOpenAICompatible({
      name: 'assistant',
      baseURL: endpoint.url,
      ...(endpoint.key !== null && { apiKey: endpoint.key }),
      includeUsage: true,
      fetch: createModelFetch({
        reachesInner: endpoint.reachesInner,
        heard: watched.heard,
        broke: watched.broke,
      }) as typeof fetch,
    })(endpoint.model);
    const { fullStream } = sdk.streamText({
      model,
      instructions: input.instructions,
      messages: input.messages,
      ...(input.hasTools && { tools: declaredTools(input.level, sdk) }),
      maxRetries: 0,
      abortSignal: watched.signal,
      // Errors come as parts of the stream; the SDK would also print them.
      onError: () => {},
    });
    for await (const part of fullStream) {
      if (left.aborted) return;
      if (part.type === 'error') {
        yield fail(part.error);
        return;
      }
      if (part.type === 'abort') break;
      for (const event of eventsOf(part, input, counts)) {
        yield event;
        if (event.type === 'finish' || event.type === 'failure') return;
      }
      if (counts.chars >= assistantLimits.answerChars || counts.calls > assistantLimits.toolCalls) {
        yield { type: 'failure', ...failures.tooLong };
        return;
      }
    }
    if (!left.aborted) yield { type: 'failure', ...(watched.why() ?? failures.brokeOff) };
  } catch (error) {
    if (!left.aborted) yield fail(error);
  } finally {
    watched.end();
  }
}
