/**
 * A language model on this machine, behind the API of OpenAI's chat completions. It plays the scene that the last
 * message of the user names: `#say`, `#call`, `#hold` and the others below. Without a scene it repeats the message.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export const modelKey = 'sk-the-key-of-the-model';
export const modelName = 'the-model';

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | { type: string; text?: string }[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request as the model got it. */
export interface ModelRequest {
  authorization: string | undefined;
  body: {
    model: string;
    messages: ModelMessage[];
    tools?: { function: { name: string; description?: string; parameters: unknown } }[];
  };
  /** When the first part of the answer was sent, in milliseconds since 1970; null before. */
  firstSentAt: number | null;
  /** The caller has gone before the answer was complete. */
  left: Promise<void>;
}

export interface ModelServer {
  /** Its base URL, as the settings take it. */
  url: string;
  /** Settings of a server that uses it. */
  env: Readonly<Record<string, string>>;
  requests: ModelRequest[];
  /** Lets the answers of `#hold` that wait go on. */
  release: () => void;
  close: () => Promise<void>;
}

interface Stage {
  /** What follows the name of the scene. */
  words: string;
  response: ServerResponse;
  /** Sends a part of an answer; false once the caller has left. */
  send: (delta: Record<string, unknown>, finish?: string | null) => Promise<boolean>;
  sendRaw: (text: string) => Promise<boolean>;
  finish: (reason?: string) => Promise<void>;
  released: () => Promise<void>;
}

const call = (index: number, name: string, input: string) => ({
  tool_calls: [{ index, id: `call_${index + 1}`, type: 'function', function: { name, arguments: input } }],
});

const refuse =
  (status: number, error: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ({ response }: Stage) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ error }));
  };

async function say({ send, finish }: Stage, text: string, reason = 'stop'): Promise<void> {
  for (const piece of text.match(/[^]{1,24}/gu) ?? []) await send({ content: piece });
  await finish(reason);
}

const paragraph = 'The table holds one row for each order, and an index finds the orders of a customer. ';

const scenes: Readonly<Record<string, (stage: Stage) => Promise<void> | void>> = {
  /** Says the words that follow. */
  say: (stage) => say(stage, stage.words),
  /** Says as many characters as the number that follows. */
  long: (stage) => {
    const length = Number(stage.words) || 50_000;
    return say(stage, paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length));
  },
  /** Says the words that follow, but the second half only after `release`. */
  async hold(stage) {
    const middle = Math.ceil(stage.words.length / 2);
    await stage.send({ content: stage.words.slice(0, middle) });
    await stage.released();
    await stage.send({ content: stage.words.slice(middle) });
    await stage.finish();
  },
  /** Says the words that follow, one by one, 20 a second. */
  async slow({ words, send, finish }) {
    for (const word of words.split(/(?<=\s)/)) {
      await send({ content: word });
      await setTimeout(50);
    }
    await finish();
  },
  /** Calls tools: `#call name {"argument": 1}`, as often as the message says so. */
  async call({ words, send, finish }) {
    const calls = `#call ${words}`.split(/(?=#call )/).map((one) => /^#call (\S+)\s*([^]*)$/.exec(one.trim()));
    for (const [index, found] of calls.entries()) await send(call(index, found?.[1] ?? '', found?.[2] || '{}'));
    await finish('tool_calls');
  },
  async tools({ send, finish }) {
    await send({ content: 'I look at the tables first.' });
    await send(call(0, 'listTables', '{}'));
    // The arguments of a call come in pieces.
    await send(call(1, 'searchDocs', '{"que'));
    await send({ tool_calls: [{ index: 1, function: { arguments: 'ry":"backup"}' } }] });
    await finish('tool_calls');
  },
  async breaks({ send, response }) {
    await send({ content: 'This answer breaks' });
    response.destroy();
  },
  async fails({ send, sendRaw, response }) {
    await send({ content: 'This answer fails' });
    await sendRaw(
      `data: ${JSON.stringify({ error: { message: 'The model is overloaded.', code: 'overloaded' } })}\n\n`,
    );
    response.end();
  },
  async malformed({ send, sendRaw, finish }) {
    await send({ content: 'Before the fault' });
    await sendRaw('data: {"choices": [{"delta": {"content": \n\n');
    await finish();
  },
  /** Answers with a page, as a proxy does that knows no such path. */
  page: ({ response }) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
  },
  cut: (stage) => say(stage, 'The answer was cut', 'length'),
  filtered: (stage) => say(stage, 'I cannot', 'content_filter'),
  async flood({ send }) {
    while (await send({ content: 'flood '.repeat(1_000) }));
  },
  /** One event without an end. */
  async line({ sendRaw }) {
    await sendRaw('data: {"choices": [{"delta": {"content": "');
    while (await sendRaw('x'.repeat(100_000)));
  },
  async never({ send }) {
    await send({ content: 'And then' });
  },
  async silent() {
    await Promise.resolve();
  },
  async trickle({ send }) {
    while (await send({ content: '.' })) await setTimeout(20);
  },
  redirect: ({ response }) => {
    response.writeHead(307, { Location: 'http://127.0.0.1:1/stolen' }).end();
  },
  401: refuse(401, { message: `Incorrect API key provided: ${modelKey}.`, code: 'invalid_api_key' }),
  403: refuse(403, { message: 'This key may not use the model.' }),
  404: refuse(404, { message: 'The model does not exist.', code: 'model_not_found' }),
  429: refuse(429, { message: 'Rate limit reached.', code: 'rate_limit_exceeded' }, { 'Retry-After': '7' }),
  500: refuse(500, { message: 'Something at /srv/model/secret.py failed.' }),
  context: refuse(400, {
    message: "This model's maximum context length is 8192 tokens.",
    code: 'context_length_exceeded',
  }),
};

const textOf = ({ content }: ModelMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');

/** The scene of the last message; results of tools are repeated, like a message without a scene. */
function sceneOf(messages: readonly ModelMessage[]) {
  const last = messages.at(-1);
  const text = last ? textOf(last) : '';
  const found = last?.role === 'user' ? /#(\w+)[ \t]*([^]*)$/.exec(text) : null;
  const play = found && Object.hasOwn(scenes, found[1]!) ? scenes[found[1]!] : undefined;
  if (play && found) return { play, words: found[2]!.trim() };
  const heard = messages.filter(({ role }, index) => role === 'tool' || index === messages.length - 1).map(textOf);
  return { play: scenes['say']!, words: `I read: ${heard.join('\n')}` };
}

async function readJson(request: IncomingMessage): Promise<ModelRequest['body']> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as ModelRequest['body'];
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let gate = Promise.withResolvers<void>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    response.once('close', close);
    const heard: ModelRequest = {
      authorization: request.headers.authorization,
      body,
      firstSentAt: null,
      left: closed,
    };
    requests.push(heard);
    if (request.headers.authorization !== `Bearer ${modelKey}`) {
      refuse(401, { message: 'Incorrect API key provided.' })({ response } as Stage);
      return;
    }
    const sendRaw = async (text: string): Promise<boolean> => {
      if (response.destroyed) return false;
      if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      heard.firstSentAt ??= performance.timeOrigin + performance.now();
      const { promise: sent, resolve } = Promise.withResolvers<void>();
      response.write(text, () => resolve());
      await Promise.race([sent, closed]);
      return !response.destroyed;
    };
    const chunk = (more: Record<string, unknown>) =>
      sendRaw(
        `data: ${JSON.stringify({ id: 'one', object: 'chat.completion.chunk', created: 1, model: body.model, ...more })}\n\n`,
      );
    const send: Stage['send'] = (delta, reason = null) =>
      chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
    const { play, words } = sceneOf(body.messages);
    await play({
      words,
      response,
      send,
      sendRaw,
      async finish(reason = 'stop') {
        await send({}, reason);
        await chunk({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 34, total_tokens: 154 } });
        await sendRaw('data: [DONE]\n\n');
        response.end();
      },
      released: () => Promise.race([gate.promise, closed]),
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    env: { BASECHART_ASSISTANT_URL: url, BASECHART_ASSISTANT_KEY: modelKey, BASECHART_ASSISTANT_MODEL: modelName },
    requests,
    release() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
