/** Where a project's SMTP server may be. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInnerAddress } from '../../../server/common/innerAddress.ts';
import { readConfig } from '../../../server/config.ts';
import { createProjectMailer } from '../../../server/projects/auth/projectMailer.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../support/smtpReceiver.ts';

let smtp: SmtpReceiver;
beforeAll(async () => {
  smtp = await startSmtpReceiver();
});
afterAll(() => smtp?.close());

const from = { name: 'Ferries', address: 'ferries@example.com' };
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
const settings = (host: string) => ({ host, port: smtp.port, login: null, from });

describe('the mailer of a project', () => {
  it('reaches the network of the server only where that is allowed', async () => {
    await createProjectMailer(settings('127.0.0.1'), { reachesInner: true }).send(mail);
    expect(smtp.mails).toHaveLength(1);
    for (const host of ['127.0.0.1', 'localhost', '::1', '2130706433', '0x7f.1', '::ffff:127.0.0.1']) {
      const mailer = createProjectMailer(settings(host), { reachesInner: false });
      await expect(mailer.send(mail), host).rejects.toThrow('not allowed here');
      await expect(mailer.rehearse(), host).rejects.toThrow('not allowed here');
    }
    expect(smtp.mails).toHaveLength(1);
  });

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.0.1', true],
    ['169.254.169.254', true],
    ['0.0.0.0', true],
    ['255.255.255.255', true],
    ['::1', true],
    ['::', true],
    ['::ffff:10.0.0.1', true],
    ['64:ff9b::a00:1', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['172.32.0.1', false],
    ['93.184.216.34', false],
    ['2606:2800:220:1::1', false],
  ])('%s is in the network of the server: %s', (address, expected) => {
    expect(isInnerAddress(address)).toBe(expected);
  });

  it('is restricted on a public server with several organizations, unless its operator allows it', () => {
    const site = {
      GOTRUE_SITE_URL: 'https://dashboard.example.com',
      API_EXTERNAL_URL: 'https://a.example.com/auth/v1',
    };
    expect(readConfig({}, []).innerSmtp).toBe(true);
    expect(readConfig(site, []).innerSmtp).toBe(false);
    expect(readConfig(site, ['--self-hosted']).innerSmtp).toBe(true);
    expect(readConfig({ ...site, BASECHART_INNER_SMTP: 'true' }, []).innerSmtp).toBe(true);
    expect(readConfig({ BASECHART_INNER_SMTP: 'false' }, []).innerSmtp).toBe(false);
  });
});
