import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInnerAddress } from './innerAddress.ts';

/** The part of `fetch` that services need which ask others. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

interface OuterFetchOptions {
  /** Whether a connection to the address may be opened. */
  allows?: (address: string) => boolean;
  maxBytes?: number;
}

const answerMaxBytes = 1_048_576;
/** Statuses whose responses have no body. */
const bodiless = new Set([101, 204, 205, 304]);

const isOuter = (address: string): boolean => !isInnerAddress(address);

/**
 * `fetch` for addresses that users name: it connects to no machine in this server's own network, whatever a name
 * resolves to, follows no redirect, and reads a bounded answer.
 */
export function createOuterFetch({ allows = isOuter, maxBytes = answerMaxBytes }: OuterFetchOptions = {}): Fetch {
  const refusal = (host: string) => new Error(`${host} is in the server's own network, which is not allowed here.`);
  // Resolved and checked by the connection itself, so that the name cannot lead elsewhere in between.
  const lookupOuter: LookupFunction = (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) callback(error ?? new Error(`${host} has no address.`), []);
      else if (addresses.some(({ address }) => !allows(address))) callback(refusal(host), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  return async (address, init) => {
    const request = new Request(address, init);
    const url = new URL(request.url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('Only http and https are allowed.');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address needs no lookup.
    if (isIP(host) !== 0 && !allows(host)) throw refusal(host);
    const body = Buffer.from(await request.arrayBuffer());
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    return await new Promise<Response>((resolve, reject) => {
      const outgoing = open(
        url,
        {
          method: request.method,
          headers: {
            ...Object.fromEntries(request.headers),
            ...(body.length > 0 && { 'Content-Length': body.length }),
          },
          lookup: lookupOuter,
          signal: request.signal,
          agent: false,
        },
        (incoming) => {
          readAnswer(incoming, maxBytes).then(resolve, reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  };
}

async function readAnswer(incoming: IncomingMessage, maxBytes: number): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
    parts.push(part);
  }
  const status = incoming.statusCode ?? 502;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(bodiless.has(status) ? null : Buffer.concat(parts), { status, headers });
}
