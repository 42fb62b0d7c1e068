import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isInnerAddress } from '../../common/innerAddress.ts';

/** The model's answer cannot be read to its end; the reason is for the answer's failure. */
export class ModelAnswerError extends Error {
  readonly reason: 'inner' | 'unreadable' | 'tooLong';

  constructor(reason: ModelAnswerError['reason'], options?: ErrorOptions) {
    super(`The model's answer is not usable: ${reason}.`, options);
    this.name = 'ModelAnswerError';
    this.reason = reason;
  }
}

/** Bytes of a whole answer, and of one line of it, which is held in memory. */
const answerBytes = 16 * 1024 * 1024;
const lineBytes = 1024 * 1024;

/** Looks a name up, and refuses it where it leads to this server's own network. */
const lookUpOutside: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) done(error, '', 4);
    else if (addresses.length === 0 || addresses.some(({ address }) => isInnerAddress(address)))
      done(new ModelAnswerError('inner'), '', 4);
    else if (options.all) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/**
 * The parts of a body as they come, until it or one of its lines is longer than an answer can be. Where the connection
 * breaks it only ends: an error would drop what was not read yet, and an answer without its end tells as much.
 */
async function* bounded(
  body: IncomingMessage,
  { heard, broke }: Pick<ModelFetchOptions, 'heard' | 'broke'>,
): AsyncGenerator<Buffer> {
  let total = 0;
  let line = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      heard();
      total += part.length;
      const lastBreak = part.lastIndexOf(0x0a);
      line = lastBreak === -1 ? line + part.length : part.length - lastBreak - 1;
      if (total > answerBytes || line > lineBytes) throw new ModelAnswerError('tooLong');
      yield part;
    }
  } catch (error) {
    if (error instanceof ModelAnswerError) throw error;
    broke();
  }
}

interface ModelFetchOptions {
  /** The address may be in this server's own network. */
  reachesInner: boolean;
  /** Called with each part of the answer. */
  heard: () => void;
  /** Called where the connection breaks within the answer. */
  broke: () => void;
}

/**
 * Sends a request to a model: to addresses outside only unless it `reachesInner`, and without following redirects, so
 * that neither an address nor an answer makes this server ask its own network. The name is looked up once, for the
 * connection itself.
 */
export const createModelFetch =
  ({ reachesInner, heard, broke }: ModelFetchOptions) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!reachesInner && isIP(host) !== 0 && isInnerAddress(host)) throw new ModelAnswerError('inner');
    const options: RequestOptions = {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // A connection that another request opened was looked up under that request's rules.
      agent: false,
      ...(init.signal && { signal: init.signal }),
      ...(!reachesInner && { lookup: lookUpOutside }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
    request.on('error', reject);
    // Small parts of an answer must not wait for each other.
    request.setNoDelay(true);
    request.end(typeof init.body === 'string' ? init.body : undefined);
    const answer = await promise;
    heard();
    const { statusCode = 500, headers } = answer;
    if (statusCode === 200 && /^text\/html\b/i.test(headers['content-type'] ?? '')) {
      answer.destroy();
      throw new ModelAnswerError('unreadable');
    }
    const body = Readable.from(bounded(answer, { heard, broke }), { objectMode: false });
    return new Response(statusCode === 204 || statusCode === 304 ? null : (Readable.toWeb(body) as ReadableStream), {
      status: statusCode,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      ),
    });
  };
