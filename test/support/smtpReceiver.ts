import { once } from 'node:events';
/** An SMTP server that accepts mail, or refuses it when told to, and returns what it received. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Head and body as they arrived. */
  text: string;
}

export interface SmtpReceiver {
  port: number;
  mails: readonly ReceivedMail[];
  /** Refuses mail from now on, with this reply; null accepts it again. */
  refuse: (answer: string | null) => void;
  close: () => Promise<void>;
}

/** The part of RFC 5321 that a client needs to send a mail. */
function converse(socket: Socket, take: (mail: ReceivedMail) => string): void {
  let mail: ReceivedMail = { from: '', to: [], text: '' };
  let data: string[] | null = null;
  let buffered = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (data !== null) {
      if (line !== '.') return void data.push(line.replace(/^\./, ''));
      say(take({ ...mail, text: data.join('\n') }));
      data = null;
      mail = { from: '', to: [], text: '' };
      return;
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') mail.from = address;
    if (verb === 'RCPT') mail.to.push(address);
    if (verb === 'DATA') {
      data = [];
      return void say('354 go on');
    }
    say(verb === 'QUIT' ? '221 bye' : '250 ok');
    if (verb === 'QUIT') socket.end();
  };
  say('220 receiver ready');
  socket
    .setEncoding('utf8')
    .on('error', () => undefined)
    .on('data', (chunk: string) => {
      buffered += chunk;
      const lines = buffered.split('\r\n');
      buffered = lines.pop() ?? '';
      lines.forEach(hear);
    });
}

export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  let refusal: string | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, (mail) => {
      if (refusal !== null) return refusal;
      mails.push(mail);
      return '250 taken';
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    refuse: (answer) => {
      refusal = answer;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
