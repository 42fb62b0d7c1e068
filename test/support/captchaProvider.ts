import { once } from 'node:events';
/** A captcha provider on this machine: the script of a widget that is solved by a click, and what verifies its tokens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const captchaSecret = 'secret of the captcha';
export const siteKey = 'site-key-of-the-journeys';

export interface CaptchaProvider {
  scriptUrl: string;
  verifyUrl: string;
  /** Whether browsers get the script. */
  isBlocked: boolean;
  /** The next token is not accepted. */
  refusesNext: boolean;
  /** Tokens that were accepted, each once. */
  accepted: readonly string[];
  close: () => void;
}

/** The widget, with the API of hCaptcha: it is drawn by the page that loads it, into the element that it gets. */
const script = `(() => {
  const widgets = new Map();
  let tokens = 0;
  const begin = (id) => {
    const { element, options } = widgets.get(id);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am human';
    button.onclick = () => {
      button.disabled = true;
      options.callback(options.sitekey + '-' + Date.now() + '-' + ++tokens);
    };
    element.replaceChildren(button);
  };
  window.hcaptcha = {
    render(element, options) {
      const id = String(widgets.size);
      widgets.set(id, { element, options });
      begin(id);
      return id;
    },
    reset: begin,
    remove: (id) => widgets.get(id).element.replaceChildren(),
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]();
})();`;

export async function startCaptchaProvider(): Promise<CaptchaProvider> {
  const accepted: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api.js')) {
      if (provider.isBlocked) return void request.socket.destroy();
      return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    }
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const given = new URLSearchParams(body);
      const token = given.get('response') ?? '';
      const isGood =
        !provider.refusesNext &&
        given.get('secret') === captchaSecret &&
        token.startsWith(siteKey) &&
        !accepted.includes(token);
      provider.refusesNext = false;
      if (isGood) accepted.push(token);
      response.end(JSON.stringify({ success: isGood, 'error-codes': isGood ? [] : ['invalid-or-already-seen'] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: CaptchaProvider = {
    scriptUrl: `${origin}/api.js`,
    verifyUrl: `${origin}/siteverify`,
    isBlocked: false,
    refusesNext: false,
    accepted,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}
