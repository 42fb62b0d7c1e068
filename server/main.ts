import { SettingsError } from './common/settings.ts';
import { StartError } from './common/startError.ts';
import { readConfig } from './config.ts';
import { createLogger } from './http/log.ts';
import { EngineError } from './projects/engines/engineError.ts';
import { helpText } from './settings.table.ts';
import { startServer } from './start.ts';

try {
  await main();
} catch (error) {
  const isExplained = error instanceof SettingsError || error instanceof StartError || error instanceof EngineError;
  console.error(isExplained ? `\n${error instanceof EngineError ? error.inFull : error.message}\n` : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2), { terminal: process.stdout.isTTY });
  if (config.help) {
    console.log(helpText(process.stdout.columns ?? 100));
    return;
  }
  const log = createLogger({ level: config.logLevel, format: config.logFormat });
  // Node's own message would contain user input where Postgres quotes it.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'server crashed');
    process.exit(1);
  });
  const server = await startServer({ config, log });

  let askedAt: number | null = null;
  const stop = async () => {
    if (askedAt !== null) {
      // npm forwards a Ctrl-C that the terminal has already sent, so one press arrives twice; a later second press ends
      // the server immediately.
      if (performance.now() - askedAt > 1_000) process.exit(1);
      return;
    }
    askedAt = performance.now();
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  // Printed last: a user who reads it may stop the server right away.
  const { origin, siteUrl } = server;
  // In development, the address in the browser is the only one that a user needs.
  const isBehindProxy = siteUrl !== origin && config.environment !== 'development';
  console.log(`\nBasechart is running at ${siteUrl}${isBehindProxy ? ` (listening on ${origin})` : ''}\n`);
  server.demo?.then(
    ({ email, password }) => console.log(`\nDemo data ready. Email: ${email}  Password: ${password}\n`),
    (error: unknown) => log.error({ err: error }, 'failed to create the demo data'),
  );
}
