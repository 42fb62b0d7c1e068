import { lookup } from 'node:dns/promises';
import { isInnerAddress } from '../../common/innerAddress.ts';
import { createMailer, type Mailer } from '../../mail/mailer.ts';
import type { MailSettings } from '../../mail/settings.ts';

/** Resolved here and connected to by its address, so that the name cannot lead elsewhere in between. */
async function outerAddressOf(host: string): Promise<string> {
  const addresses = await lookup(host, { all: true });
  const [first] = addresses;
  if (first === undefined || addresses.some(({ address }) => isInnerAddress(address)))
    throw new Error(`The SMTP server ${host} is in the server's own network, which is not allowed here.`);
  return first.address;
}

/**
 * Sends the mails of one project through the SMTP server that its developers named. Unless `reachesInner`, they cannot
 * make this server connect to its own network.
 */
export function createProjectMailer(settings: MailSettings, { reachesInner }: { reachesInner: boolean }): Mailer {
  const open = async (): Promise<Mailer> => {
    const { host } = settings;
    return await createMailer(
      reachesInner ? settings : { ...settings, host: await outerAddressOf(host), servername: host },
    );
  };
  return {
    send: async (mail) => (await open()).send(mail),
    rehearse: async () => (await open()).rehearse(),
  };
}
