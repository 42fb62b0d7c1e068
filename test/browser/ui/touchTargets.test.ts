/** The measure of targets finds what a finger misses, and nothing else. */
import { expect } from 'vitest';
import { journey } from '../../support/journey.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const shown = (found: readonly string[]) => found.map((line) => line.replace(/ <(?:a|button) .*$/s, ''));

journey('targets that a finger misses', async ({ page }) => {
  await page.setContent(`
    <style>* { font: 16px/20px monospace } button { padding: 0; border: 0; height: 20px; width: 20px } p { margin: 60px 0 }</style>
    <p>See <b>the</b> <a href="#">sentence</a>.</p>
    <p><em>Also <a href="#">emphasized</a></em></p>
    <p><a href="#">alone</a></p>
    <p><a href="#">badge</a> <span style="display: inline-block">Banned</span> since then</p>
    <p><a href="#">dated</a> <time>Yesterday</time></p>
    <p><a href="#">dot</a> · <a href="#">second</a></p>
    <p>A whole sentence. <a href="#">after</a></p>
    <p>A whole sentence. <a href="#">This</a> is another one.</p>
    <p>Above<br><a href="#">below</a></p>
    <p><button aria-label="large" style="width: 40px; height: 40px"></button></p>
    <p><button aria-label="small"></button></p>
    <p style="position: relative"><button aria-label="under"></button><i style="position: absolute; inset: 0"></i></p>
    <p><button aria-label="outside" style="position: fixed; top: -99px"></button></p>
  `);
  expect(shown(await smallTargets(page))).toEqual([
    expect.stringMatching(/× \d+: alone$/),
    expect.stringMatching(/× \d+: badge$/),
    expect.stringMatching(/× \d+: dated$/),
    expect.stringMatching(/× \d+: dot$/),
    expect.stringMatching(/× \d+: second$/),
    expect.stringMatching(/× \d+: after$/),
    expect.stringMatching(/× \d+: below$/),
    '20 × 20: small',
    expect.stringMatching(/^covered by <i .*: under$/),
  ]);
});
