/** Replays a trace on the real charts and names the first step that differs; `--as-test` keeps it as a test. */
import { replayCommand } from './replay/command.ts';
import { allCharts, root } from './statecharts/charts.ts';

process.exitCode = await replayCommand(process.argv.slice(2), {
  machines: new Map((await allCharts()).map(({ id, machine }) => [id, machine])),
  root,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
});
