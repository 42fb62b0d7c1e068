import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { createMailer, type Mailer } from '../../mail/mailer.ts';
import type { MailSettings } from '../../mail/settings.ts';

/** Addresses that no other machine on the internet has: this machine and the networks around it. */
const inner = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, bits, 'ipv6');

export const isInnerAddress = (address: string): boolean => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

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
