import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { stagedDatabase } from '../../../src/contract/tables/stagedRow.ts';
/** Tables in the hands of a developer: they are found, read, edited and committed. */
import { href } from '../../../src/router/href.ts';
import { memberNames } from '../../fixtures/memberNames.ts';
import { enter } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow, lostConnection, type Platform } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';
import { smallTargets } from '../../support/touchTargets.ts';
import { cell, change, grid, harborWith, open, sqlOf, type } from './tableSteps.ts';

const setup = `
  create type mood as enum ('calm', 'rough');
  create table boats (id int primary key, name text not null, mood mood, berths int check (berths > 0), built date,
    notes jsonb default '{}', active boolean, price numeric(20, 4), code uuid);
  insert into boats select n, 'Boat ' || n, 'calm', n, date '2020-01-01' + n, '{"deck": 1}', true, n * 1.5
    from generate_series(1, 230) n;
  create table trips (id bigint generated always as identity primary key, boat int references boats, note text);
  insert into trips (boat, note) values (7, 'North');
  create view calm_boats as select * from boats where mood = 'calm';
  create view moods as select mood, count(*) from boats group by mood;
`;

/** A tab with an older version of the app, which holds the database of staged changes as a slow disk does. */
async function holdDatabase(page: Page, platform: Platform): Promise<Page> {
  const older = await page.context().newPage();
  await older.goto(`${platform.origin()}/favicon.svg`);
  await older.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('rows', { keyPath: ['owner', 'ref', 'id', 'row'] }),
        );
        opening.addEventListener('success', () => resolve());
        opening.addEventListener('error', () => reject(opening.error));
      }),
    stagedDatabase,
  );
  return older;
}

describe('the table editor', () => {
  journey(
    'keeps pasted rows in their order, in columns that are named like members of every object',
    async ({ page, platform }) => {
      const columns = memberNames.map((name) => `"${name}" text`).join(', ');
      const place = await harborWith(
        platform,
        `create table oddities (id int primary key, ${columns}); insert into oddities values (1, 'stored')`,
      );
      await enter(page, place.account, href('tables', { ref: place.ref }));
      await open(page, 'oddities');
      await cell(page, 'oddities', 1, 2).getByText('stored').waitFor();
      const lines = Array.from({ length: 9 }, (_, row) => [
        row + 1,
        ...memberNames.map((name) => `${name} ${row + 1}`),
      ]);
      await cell(page, 'oddities', 1, 1).click();
      await grid(page, 'oddities').evaluate(
        (element, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        lines.map((line) => line.join('\t')).join('\n'),
      );
      await change(page).getByText('9 changes staged').waitFor();
      const shown = () => grid(page, 'oddities').locator('[aria-colindex="2"][role=gridcell]').allTextContents();
      const order = lines.map((_, row) => `constructor ${row + 1}`);
      expect(await shown()).toEqual(order);
      await page.reload();
      await change(page).getByText('9 changes staged').waitFor();
      await expect.poll(shown).toEqual(order);
      await change(page).getByRole('button', { name: 'Commit' }).click();
      await page.getByText('9 changes committed').waitFor();
      expect(await sqlOf(place, 'select * from oddities order by id')).toEqual(lines.map((line) => line.map(String)));
    },
  );

  journey('leaves the rows half of a phone while a change is staged', async ({ visitors, platform }) => {
    const height = 844;
    const { page } = await visitors.open({ viewport: { width: 390, height }, hasTouch: true });
    const place = await harborWith(
      platform,
      `create table slips (id int primary key, note text); insert into slips values (1, 'stored')`,
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'slips');
    await page.getByRole('button', { name: 'Insert row' }).click();
    await change(page).getByText('1 change staged').waitFor();
    await expect.poll(async () => (await grid(page, 'slips').boundingBox())!.height).toBeGreaterThan(height / 2);
    // One line: the commands that are icons there keep their names, and a menu has the others.
    const heads = await Promise.all(
      ['Filter', 'Insert row', 'More actions'].map((name) =>
        page.getByRole('button', { name, exact: true }).boundingBox(),
      ),
    );
    expect(new Set(heads.map((box) => box!.y)).size).toBe(1);
    expect(await smallTargets(page)).toEqual([]);
    const more = page.getByRole('button', { name: 'More actions', exact: true });
    await more.tap();
    await page.getByRole('menuitem', { name: 'Columns…' }).tap();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await opens(columns);
    await columns.getByText('note').first().tap();
    await columns.getByText('1 of 2 are shown.').waitFor();
    await page.getByRole('button', { name: 'Done' }).tap();
    await columns.waitFor({ state: 'hidden' });
    expect(await grid(page, 'slips').getByRole('columnheader', { name: /note/ }).count()).toBe(0);
    await more.tap();
    await page.getByRole('menuitem', { name: 'Columns… 1 hidden' }).waitFor();
    await page.getByRole('menuitemradio', { name: /^anon/ }).tap();
    await page.getByText('You see this table as anon').waitFor();
    await page.getByRole('button', { name: 'View as yourself' }).tap();
    await page.getByText('You see this table as anon').waitFor({ state: 'hidden' });
    const [review, discard, commit] = await Promise.all(
      ['Review', 'Discard', 'Commit'].map((name) => change(page).getByRole('button', { name }).boundingBox()),
    );
    expect([discard!.y, commit!.y]).toEqual([review!.y, review!.y]);
  });

  journey('keeps what is staged before the browser has opened its database', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table slips (id int primary key, note text); insert into slips values (1, 'stored')`,
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    const older = await holdDatabase(page, platform);
    await open(page, 'slips');
    await type(page, 'slips', 1, 2, 'typed');
    await change(page).getByText('1 change staged').waitFor();
    await page.reload();
    await cell(page, 'slips', 1, 2).getByText('stored').waitFor();
    await older.close();
    await change(page).getByText('1 change staged').waitFor();
    await cell(page, 'slips', 1, 2).getByText('typed').waitFor();
    await page.reload();
    await change(page).getByText('1 change staged').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf(place, 'select * from slips')).toEqual([['1', 'typed']]);
  });

  journey('marks a table that is left before what was typed is written', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table slips (id int primary key, note text); insert into slips values (1, 'stored');
       create table docks (id int primary key)`,
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    const older = await holdDatabase(page, platform);
    await open(page, 'slips');
    await type(page, 'slips', 1, 2, 'typed');
    await change(page).getByText('1 change staged').waitFor();
    await open(page, 'docks');
    await older.close();
    await page
      .getByRole('list', { name: 'Tables with staged changes' })
      .getByRole('link', { name: 'slips 1 staged' })
      .click();
    await cell(page, 'slips', 1, 2).getByText('typed').waitFor();
  });

  journey('keeps a change apart whose row another key no longer finds', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table berths (id int primary key, place int not null, note text);
       insert into berths select n, 151 - n, 'Note ' || n from generate_series(1, 150) n`,
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'berths');
    await cell(page, 'berths', 1, 3).getByText('Note 1').waitFor();
    await type(page, 'berths', 1, 3, 'typed');
    await change(page).getByText('1 change staged').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await cell(page, 'berths', 1, 3).getByText('Note 101').waitFor();

    await sqlOf(place, 'alter table berths drop constraint berths_pkey, add primary key (place)');
    await page.reload();
    // The page begins after no row of the new key, and the row at place 1 is not the one that was edited.
    await cell(page, 'berths', 1, 3).getByText('Note 150').waitFor();
    await page.getByText('1 change cannot be committed', { exact: true }).waitFor();
    await page.getByText('The key of berths was changed after 1 change was staged').waitFor();
    await type(page, 'berths', 2, 3, 'mine');
    await change(page).getByText('2 changes staged, 1 cannot be committed').waitFor();
    expect(await change(page).getByRole('button', { name: 'Commit' }).isDisabled()).toBe(true);
    await change(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Staged changes' });
    await review.getByText('Its row was known by id, and the table has the key place now.').waitFor();
    await review.getByText("set note = 'typed'").waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await review.getByRole('button', { name: 'Undo update of row where id = 1' }).click();
    await review.getByText('Its row was known by id').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf(place, `select id, note from berths where note not like 'Note %'`)).toEqual([['149', 'mine']]);

    // Changes follow columns that are renamed, also those of the key.
    await type(page, 'berths', 1, 3, 'followed');
    await type(page, 'berths', 1, 1, '1000');
    await sqlOf(place, 'alter table berths rename note to remark; alter table berths rename place to spot');
    await page.reload();
    await cell(page, 'berths', 1, 3).getByText('followed').waitFor();
    await change(page).getByText('1 change staged', { exact: true }).waitFor();
    // What was typed for a column that is dropped is left out when the user says so.
    await sqlOf(place, 'alter table berths drop column remark');
    await page.reload();
    await page.getByText('1 change cannot be committed: the column note of berths was dropped').waitFor();
    await change(page).getByRole('button', { name: 'Review' }).click();
    await review.getByText('followed', { exact: true }).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave the column out' }).click();
    await change(page).getByRole('button', { name: 'Review' }).click();
    await review.getByText('set id = 1000').waitFor();
    await review.getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf(place, 'select * from berths where spot = 1')).toEqual([['1000', '1']]);
  });

  journey('copies, fills down and duplicates no beginning of a long value in silence', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table logs (id int generated by default as identity primary key, line text);
       insert into logs (line) values (repeat('x', 3000)), ('short')`,
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'logs');
    await cell(page, 'logs', 1, 2).click();
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByText('Only the first 2,000 characters of 1 long value were copied').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+d');
    await page.getByText('Did not fill down 1 long value').waitFor();
    expect(await change(page).count()).toBe(0);
    await cell(page, 'logs', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate row' }).click();
    await page.getByText('1 long value of the row was not duplicated').waitFor();
    await change(page).getByText('1 change staged').waitFor();
    // The notices stay above the bar, however high it is.
    await page.getByRole('region', { name: 'Notifications' }).hover();
    const covered = () =>
      change(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => {
              const { left, right, top, bottom } = button.getBoundingClientRect();
              return !button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
            })
            .map(({ textContent }) => textContent),
        );
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(covered, { message: `covered at ${width} px` }).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // Postgres counts the value of the new row.
    await cell(page, 'logs', 1, 1).getByText('DEFAULT').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf(place, 'select id, length(line) from logs order by id')).toEqual([
      ['1', '3000'],
      ['2', '5'],
      ['3', null],
    ]);
  });

  journey('copies a block for other programs, and pastes it exactly', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table marks (id int primary key, line text, "as <b>" jsonb);
       insert into marks values (1, '  <b>a</b>' || chr(9) || '=1+1', '{"a": 1}'), (2, '007', null), (3, '', null)`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'marks');
    const clipboard = (mediaType: string) =>
      page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read();
        return (await item!.getType(wanted)).text();
      }, mediaType);
    const stored = `"  <b>a</b>\t=1+1"\t"{""a"": 1}"\n007\t`;
    await cell(page, 'marks', 1, 2).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => clipboard('text/plain')).toBe(stored);
    const html = await clipboard('text/html');
    expect(html).toContain('&lt;b&gt;a&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).toContain('data-source="basechart"');

    await cell(page, 'marks', 2, 2).click();
    await page.keyboard.press('ControlOrMeta+v');
    await change(page).getByText('2 changes staged').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('2 changes committed').waitFor();
    expect(await sqlOf(place, 'select line, "as <b>" from marks order by id')).toEqual([
      ['  <b>a</b>\t=1+1', '{"a": 1}'],
      ['  <b>a</b>\t=1+1', '{"a": 1}'],
      ['007', null],
    ]);

    for (const [name, text] of [
      ['JSON', '[\n{"id":2,"line":"  <b>a</b>\\t=1+1","as <b>":{"a": 1}}\n]\n'],
      ['CSV', 'id,line,as <b>\r\n2,  <b>a</b>\t=1+1,"{""a"": 1}"\r\n'],
      ['SQL inserts', `insert into public.marks (id, line, "as <b>") values ('2', '  <b>a</b>\t=1+1', '{"a": 1}');\n`],
    ] as const) {
      await cell(page, 'marks', 2, 1).click();
      await page.keyboard.press('Shift+Space');
      await cell(page, 'marks', 2, 1).click({ button: 'right' });
      await page.getByRole('menuitem', { name: `Copy as ${name}` }).click();
      await expect.poll(() => clipboard('text/plain'), { message: name }).toBe(text);
    }
    // A list of objects goes to the columns of the same names.
    await page.evaluate(() => navigator.clipboard.writeText('[{"line":"from JSON","id":3}]'));
    await cell(page, 'marks', 3, 1).click();
    await page.keyboard.press('ControlOrMeta+v');
    await change(page).getByText('1 change staged').waitFor();
    await cell(page, 'marks', 3, 2).getByText('from JSON').waitFor();
    await change(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  journey('finds a table, edits many cells, and commits them together', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('project', { ref }));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(`**${href('tables', { ref })}`);
    await page.getByText('Choose a table').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await open(page, 'boats');
    await cell(page, 'boats', 1, 2).getByText('Boat 1').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await type(page, 'boats', 1, 2, 'Ada');
    await type(page, 'boats', 2, 4, '44');
    await cell(page, 'boats', 3, 5).click();
    await page.keyboard.press('Delete');
    await cell(page, 'boats', 4, 8).click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('12345678901234.5678');
    await page.keyboard.press('Tab');
    await change(page).getByText('4 changes staged').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await page.getByRole('button', { name: 'Insert row' }).click();
    await change(page).getByText('5 changes staged').waitFor();
    await type(page, 'boats', 1, 1, '1000');
    await type(page, 'boats', 1, 2, 'New');
    // Another mistake, which is taken back.
    await type(page, 'boats', 6, 2, 'Mistake');
    await change(page).getByText('6 changes staged').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await change(page).getByText('5 changes staged').waitFor();

    await change(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Staged changes' });
    await review.getByText("set name = 'Ada'").waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await review.waitFor({ state: 'detached' });

    // What is staged survives a reload.
    await page.reload();
    await change(page).getByText('5 changes staged').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('5 changes committed').waitFor();
    await change(page).waitFor({ state: 'detached' });
    expect(
      await sqlOf(
        { platform, account, ref },
        'select name, berths, built, price from boats where id in (1, 2, 3, 4, 1000) order by id',
      ),
    ).toEqual([
      ['Ada', '1', '2020-01-02', '1.5000'],
      ['Boat 2', '44', '2020-01-03', '3.0000'],
      ['Boat 3', '3', null, '4.5000'],
      ['Boat 4', '4', '2020-01-05', '12345678901234.5678'],
      ['New', null, null, null],
    ]);
    await cell(page, 'boats', 1, 2).getByText('Ada').waitFor();
    await page.reload();
    await cell(page, 'boats', 1, 2).getByText('Ada').waitFor();
    expect(await change(page).count()).toBe(0);
  });

  journey('keeps what is staged of a table that is left, and of one that is dropped', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table slips (id int primary key, note text); insert into slips values (1, 'stored');
       create table docks (id int primary key)`,
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'slips');
    // Escape closes the editor of a value, and keeps what was typed there, also over a reload.
    const openValue = async () => {
      await cell(page, 'slips', 1, 2).click();
      await page.keyboard.press('ControlOrMeta+Enter');
    };
    const editor = page.getByRole('dialog', { name: 'note' });
    await openValue();
    await editor.getByLabel('Value').fill('half typed');
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });
    await page.reload();
    await openValue();
    await editor.getByText('Unstaged draft').waitFor();
    expect(await editor.getByLabel('Value').inputValue()).toBe('half typed');
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Discard draft' }).click();
    expect(await editor.getByLabel('Value').inputValue()).toBe('stored');
    await page.keyboard.press('Escape');

    await type(page, 'slips', 1, 2, 'typed');
    await change(page).getByText('1 change staged').waitFor();
    await open(page, 'docks');
    await page.getByText('1 staged change saved in this browser').waitFor();
    const waiting = page.getByRole('list', { name: 'Tables with staged changes' });
    await waiting.getByRole('link', { name: 'slips 1 staged' }).waitFor();
    await page
      .getByRole('list', { name: 'Tables', exact: true })
      .getByRole('link', { name: 'slips 1 staged' })
      .waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await sqlOf(place, 'drop table slips');
    await page.getByRole('button', { name: 'Close slips' }).click();
    await waiting.getByRole('link', { name: 'slips 1 staged' }).click();
    await page.getByRole('heading', { name: '1 change of slips is still staged' }).waitFor();
    const left = page.getByRole('region', { name: 'Staged changes' });
    await left.getByText('typed', { exact: true }).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await left.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await left.waitFor({ state: 'hidden' });
    await waiting.waitFor({ state: 'hidden' });
  });

  journey('keeps the open tab in view in a window that is made narrower', async ({ page, platform }) => {
    const names = [
      'moorings_of_the_harbor',
      'captains_of_the_harbor',
      'pilots_of_the_harbor',
      'warehouses_of_the_harbor',
    ];
    const place = await harborWith(
      platform,
      names.map((name) => `create table ${name} (id int primary key);`).join(''),
    );
    await enter(page, place.account, href('tables', { ref: place.ref }));
    for (const name of names) {
      await open(page, name);
      await grid(page, name).waitFor();
    }
    const tabs = page.getByRole('navigation', { name: 'Open tables' });
    const isInView = async () => {
      const [tab, list] = await Promise.all([tabs.locator('[aria-current=page]').boundingBox(), tabs.boundingBox()]);
      return tab !== null && list !== null && tab.x >= list.x && tab.x + tab.width <= list.x + list.width + 1;
    };
    expect(await isInView()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(isInView).toBe(true);
  });

  journey('keeps a value with its row when the next page comes while it is typed', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await cell(page, 'boats', 2, 2).getByText('Boat 2').waitFor();
    let proceed = () => {};
    const typed = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    await page.route('**/rows', async (route) => {
      await typed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Next page' }).click();
    await cell(page, 'boats', 2, 2).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Ada');
    proceed();
    await page.getByText('This cell is no longer shown').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.keyboard.type(' L');
    await page.keyboard.press('Enter');
    await change(page).getByText('1 change staged').waitFor();
    await cell(page, 'boats', 2, 2).getByText('Boat 102').waitFor();
    await page.getByRole('button', { name: 'First page' }).click();
    await cell(page, 'boats', 2, 2).getByText('Ada L').waitFor();
  });

  journey('keeps what is being typed while others alter the table', async ({ page, platform }) => {
    const place = await harborWith(platform, setup);
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'boats');
    const other = await page.context().newPage();
    await other.goto(page.url());
    /** Another tab commits, so that both read the rows again. */
    const commitElsewhere = async (before: string, after: string) => {
      await cell(other, 'boats', 5, 2).getByText(before).waitFor();
      await type(other, 'boats', 5, 2, after);
      await change(other).getByText('1 change staged').waitFor();
      await other.keyboard.press('ControlOrMeta+s');
      await change(other).waitFor({ state: 'detached' });
    };
    await cell(page, 'boats', 2, 2).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Ad');
    const editor = page.getByRole('textbox', { name: 'name, row 2' });
    const isFocused = () => editor.evaluate((element) => element === document.activeElement);
    await sqlOf(
      place,
      'drop view calm_boats; alter table boats add column port text; alter table boats drop column berths',
    );
    await commitElsewhere('Boat 5', 'Theirs');
    await grid(page, 'boats').getByRole('columnheader', { name: 'mood' }).waitFor();
    await grid(page, 'boats').getByRole('columnheader', { name: 'berths' }).waitFor({ state: 'detached' });
    await cell(page, 'boats', 5, 2).getByText('Theirs').waitFor();
    expect(await isFocused()).toBe(true);
    await page.keyboard.type('a');
    expect(await editor.inputValue()).toBe('Ada');
    await sqlOf(place, 'alter table boats rename column name to title');
    await grid(other, 'boats').getByRole('columnheader', { name: 'berths' }).waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Reload table', exact: true }).click();
    await grid(other, 'boats').getByRole('columnheader', { name: 'title' }).waitFor();
    await commitElsewhere('Theirs', 'Theirs too');
    await page.getByText('The table no longer has the column name').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('!');
    expect([await editor.inputValue(), await isFocused()]).toEqual(['Ada!', true]);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    // What is typed when the table is dropped can still be seen.
    await sqlOf(place, 'drop table boats cascade');
    await page.keyboard.press('F2');
    await page.keyboard.type('Grace');
    await page.getByRole('button', { name: 'Reload table', exact: true }).click();
    await page.getByText('Could not read the table again').waitFor();
    await change(page).getByText('1 change staged').waitFor();
    await cell(page, 'boats', 2, 2).getByText('Grace').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
  });

  journey('shows other rows by filter, order and page, which the address keeps', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await cell(page, 'boats', 1, 2).getByText('Boat 1').waitFor();
    await page.getByRole('button', { name: 'Count exactly' }).click();
    await page.getByText('230 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await cell(page, 'boats', 1, 1).getByText('101').waitFor();
    await page.getByRole('button', { name: 'Last page' }).click();
    await cell(page, 'boats', 1, 1).getByText('131').waitFor();
    await page.getByRole('button', { name: 'First page' }).click();
    await cell(page, 'boats', 1, 1).getByText('1', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filter = page.getByRole('group', { name: 'Filter 1' });
    await filter.getByLabel('Column').selectOption('name');
    await filter.getByLabel('Operator').selectOption('like');
    await filter.getByLabel('Value').fill('Boat 2_');
    await page.getByLabel('SQL condition').fill('berths > 24');
    expect(await axeViolationsInThemes(page)).toEqual([]);
    // What is typed and not applied survives a reload, and says so.
    await page.reload();
    await cell(page, 'boats', 1, 1).getByText('1', { exact: true }).waitFor();
    await page.getByText('Your changes are not applied to the rows.').waitFor();
    expect(await filter.getByLabel('Value').inputValue()).toBe('Boat 2_');
    expect(await page.getByLabel('SQL condition').inputValue()).toBe('berths > 24');
    // Rows with other filters have their own, and Back leads to what is typed.
    await cell(page, 'boats', 3, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
    await expect.poll(() => filter.getByLabel('Value').inputValue()).toBe('Boat 3');
    await page.getByText('Your changes are not applied to the rows.').waitFor({ state: 'detached' });
    expect(await page.getByLabel('SQL condition').inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => filter.getByLabel('Value').inputValue()).toBe('Boat 2_');
    // The panel stays closed once it is closed, and its button tells what waits there.
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Filter, changes not applied' }).click();
    expect(await filter.getByLabel('Value').inputValue()).toBe('Boat 2_');
    await page.getByRole('button', { name: 'Apply' }).click();
    await cell(page, 'boats', 1, 1).getByText('25').waitFor();
    await filter.getByLabel('Value').fill('Boat 3_');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await filter.getByLabel('Value').inputValue()).toBe('Boat 2_');
    await cell(page, 'boats', 1, 2).click();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await cell(page, 'boats', 1, 1).getByText('29').waitFor();
    // One page has them all.
    await page.getByText('5 rows', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Count exactly' }).count()).toBe(0);
    // By the keyboard in the header, and by the arrow of another column after it.
    const head = (name: string) => grid(page, 'boats').getByRole('columnheader', { name: new RegExp(`^${name}`) });
    const order = async () => [
      await head('name').getAttribute('aria-sort'),
      await head('id').getAttribute('aria-sort'),
    ];
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    expect(await order()).toEqual(['descending', null]);
    await head('id').hover();
    await head('id')
      .locator('[data-sort]')
      .click({ modifiers: ['Shift'] });
    await expect.poll(order).toEqual(['descending', 'ascending']);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    // The arrow sorts, and the selection stays where it was.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(order).toEqual(['descending', 'descending']);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(order).toEqual(['descending', null]);
    await page.reload();
    await cell(page, 'boats', 1, 1).getByText('29').waitFor();
    await page.getByRole('button', { name: 'name descending' }).click();
    await cell(page, 'boats', 1, 1).getByText('25').waitFor();

    await page.getByRole('button', { name: 'Filter (2)' }).click();
    await page.getByLabel('SQL condition').fill('no_such_column = 1');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('column "no_such_column" does not exist').waitFor();
    await page.getByText('Could not apply the filter. The rows below are from the previous one.').waitFor();
    await page.getByLabel('SQL condition').fill('');
    await filter.getByLabel('Column').selectOption('built');
    await filter.getByLabel('Operator').selectOption('between');
    await filter.getByLabel('From', { exact: true }).fill('2020-02-10');
    await filter.getByLabel('To', { exact: true }).fill('2020-02-12');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('3 rows', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'built is between 2020-02-10 and 2020-02-12' }).waitFor();
    await page.getByText('3 rows', { exact: true }).waitFor();

    await open(page, 'trips');
    await cell(page, 'trips', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open in boats' }).click();
    await cell(page, 'boats', 1, 2).getByText('Boat 7').waitFor();
    // A view is edited where Postgres makes the change in its table; otherwise it says why not.
    await open(page, 'calm_boats');
    await type(page, 'calm_boats', 1, 2, 'Calmest');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select name from boats where id = 1')).toEqual([['Calmest']]);
    await open(page, 'moods');
    await page.getByText('this is a view').waitFor();
    expect(await page.getByRole('button', { name: 'Insert row' }).count()).toBe(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByText('in no fixed order').waitFor();
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }
  });

  journey('arranges columns, opens a row as a form, and goes back', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await cell(page, 'boats', 1, 2).getByText('Boat 1').waitFor();
    const head = (column: number) => grid(page, 'boats').locator(`[role=columnheader][aria-colindex="${column}"]`);
    const menuOf = async (column: number) => {
      await cell(page, 'boats', 1, column).click();
      await page.keyboard.press('Alt+ArrowDown');
    };
    await menuOf(2);
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await head(1).getByText('name').waitFor();
    await menuOf(2);
    await page.getByRole('menuitem', { name: 'Hide column' }).click();
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor();
    await cell(page, 'boats', 1, 1).click();
    const widthOf = async () => (await head(1).boundingBox())!.width;
    const before = await widthOf();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    expect(await widthOf()).toBe(before + 16);
    await page.reload();
    await cell(page, 'boats', 1, 1).getByText('Boat 1').waitFor();
    expect([await widthOf(), await head(2).textContent()]).toEqual([before + 16, expect.stringContaining('mood')]);
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'id integer', exact: true }).waitFor();
    expect(await axeViolationsInThemes(page, '[role=menu]')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Reset columns' }).click();
    await head(1).getByText('id').waitFor();

    await page.getByLabel('Find in these rows').last().fill('boat 9');
    await page.getByText('11 found').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 11 found').waitFor();
    await cell(page, 'boats', 90, 2).getByText('Boat 90').waitFor();
    expect(await grid(page, 'boats').getAttribute('aria-activedescendant')).toBe(
      await cell(page, 'boats', 90, 2).getAttribute('id'),
    );
    await page.getByLabel('Find in these rows').last().fill('Boat 7');
    await page.keyboard.press('Enter');
    await page.getByLabel('Find in these rows').last().fill('');

    // A filter, then a row: Back closes the row, then shows the rows before the filter.
    await cell(page, 'boats', 7, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
    await page.getByText('1 row on this page').waitFor();
    await cell(page, 'boats', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open row' }).click();
    const panel = page.getByRole('dialog', { name: 'Row 7 of boats' });
    await panel.getByRole('textbox', { name: /^name/ }).fill('Boat seven');
    await panel.getByRole('combobox', { name: /^mood/ }).selectOption('rough');
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await page.reload();
    await expect.poll(() => panel.getByRole('textbox', { name: /^name/ }).inputValue()).toBe('Boat seven');
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    await change(page).getByText('1 change staged').waitFor();
    await page.goBack();
    await page.getByText('100 rows on this page').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select name, mood from boats where id = 7')).toEqual([
      ['Boat seven', 'rough'],
    ]);
    // The rows that point to it.
    await cell(page, 'boats', 7, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open row' }).click();
    await panel.getByRole('link', { name: 'trips.boat' }).click();
    await cell(page, 'trips', 1, 3).getByText('North').waitFor();
    // The table that was open last is offered again.
    await page.getByRole('link', { name: 'Table editor' }).click();
    await page.mouse.move(640, 10);
    await page.getByRole('link', { name: 'Open trips' }).click();
    await grid(page, 'trips').waitFor();
  });

  journey('tells a conflict and a refused value, and loses nothing', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await cell(page, 'boats', 1, 2).getByText('Boat 1').waitFor();
    await type(page, 'boats', 1, 2, 'Mine');
    await type(page, 'boats', 2, 2, 'Also mine');
    await sqlOf({ platform, account, ref }, "update boats set name = 'Theirs' where id = 1");
    await change(page).getByRole('button', { name: 'Commit' }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Row 1 of boats was changed' });
    await conflict.getByText('Theirs', { exact: true }).last().waitFor();
    expect(await axeViolationsInThemes(page, '[role=alertdialog]')).toEqual([]);
    expect(await sqlOf({ platform, account, ref }, 'select name from boats where id = 2')).toEqual([['Boat 2']]);
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('2 changes committed').waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select name from boats where id < 3 order by id')).toEqual([
      ['Mine'],
      ['Also mine'],
    ]);
    // Theirs stays where the user wants that, and the other change is made.
    await type(page, 'boats', 1, 2, 'Mine again');
    await type(page, 'boats', 2, 2, 'Mine alone');
    await sqlOf({ platform, account, ref }, "update boats set name = 'Again' where id = 1");
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await conflict.getByRole('button', { name: 'Keep theirs' }).click();
    await page.getByText('1 change committed').waitFor();
    await cell(page, 'boats', 1, 2).getByText('Again').waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select name from boats where id < 3 order by id')).toEqual([
      ['Again'],
      ['Mine alone'],
    ]);

    await type(page, 'boats', 3, 4, '-5');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('rejected a value in berths (boats_berths_check)').waitFor();
    await cell(page, 'boats', 3, 4).and(page.locator('[data-mark=failed]')).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await change(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await change(page).waitFor({ state: 'detached' });
    await cell(page, 'boats', 3, 4).getByText('3', { exact: true }).waitFor();

    await cell(page, 'boats', 5, 6).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    const editor = page.getByRole('dialog', { name: 'notes' });
    const write = async (json: string) => {
      await editor.getByLabel('Value').press('ControlOrMeta+a');
      await page.keyboard.type(json);
    };
    await write('{"deck": ');
    await editor.getByRole('alert').waitFor();
    expect(await editor.getByRole('button', { name: 'Stage value' }).isDisabled()).toBe(true);
    await write('{"deck": 2}');
    await editor.getByRole('button', { name: 'Stage value' }).click();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    // The toast of the commit before may still be there.
    await expect
      .poll(() => sqlOf({ platform, account, ref }, 'select notes from boats where id = 5'))
      .toEqual([['{"deck": 2}']]);
  });

  journey('makes a commit once, whatever becomes of its answer', async ({ page, platform, watch }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'trips');
    await cell(page, 'trips', 1, 3).getByText('North').waitFor();
    const insert = async (note: string) => {
      await page.getByRole('button', { name: 'Insert row' }).click();
      await type(page, 'trips', 1, 3, note);
    };
    // The server commits, and its answer never comes.
    await page.route('**/changes', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await insert('South');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    await change(page).waitFor({ state: 'detached' });

    // The page is left before there is an answer, and the server learns nothing.
    await page.unroute('**/changes');
    await page.route('**/changes', () => {});
    await insert('East');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.reload();
    await page.unroute('**/changes');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();

    // The server is killed in the middle of the transaction: nothing was made, which the page says, and nothing is lost.
    await sqlOf(
      { platform, account, ref },
      `create or replace function pause() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
       create trigger pause before insert on trips for each row execute function pause()`,
    );
    watch.allow(lostConnection);
    await insert('Baltic');
    const sent = page.waitForRequest('**/changes');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await sent;
    await platform.restart('SIGKILL');
    await page.getByText('Could not commit the changes').waitFor();
    await change(page).getByText('1 change staged').waitFor();
    await sqlOf({ platform, account, ref }, 'drop function pause cascade');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();

    // What is typed while the page is left is staged, also in a second tab, where it is not committed once more.
    await insert('Overwritten');
    await cell(page, 'trips', 1, 3).click();
    await page.keyboard.type('West');
    await page.reload();
    await cell(page, 'trips', 1, 3).getByText('West').waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await change(second).getByText('1 change staged').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    await change(second).waitFor({ state: 'detached' });
    await cell(second, 'trips', 5, 3).getByText('West').waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select note from trips order by id')).toEqual([
      ['North'],
      ['South'],
      ['East'],
      ['Baltic'],
      ['West'],
    ]);
  });

  journey('creates a table with a foreign key, fills it, follows the key and drops it', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await page.getByRole('button', { name: 'New table' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New table in public' });
    await panel.getByLabel('Name', { exact: true }).fill('crews');
    await panel.getByRole('button', { name: 'Add column' }).click();
    const third = panel.getByRole('group', { name: 'Column 3' });
    await third.getByLabel('Column name').fill('boat');
    await third.getByRole('button', { name: 'More options' }).click();
    const target = third.getByRole('combobox', { name: 'References table' });
    await target.fill('oat');
    await page.getByRole('option', { name: 'public.boats' }).click();
    await third.getByLabel('On delete').selectOption('cascade');
    // The column takes the type of the key.
    await panel.getByText('boat integer references public.boats (id) on delete cascade').waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    // What is typed survives a reload.
    await panel.getByText('crews').first().waitFor();
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('cascade');
    await page.reload();
    await page.getByRole('button', { name: 'New table' }).first().click();
    await expect.poll(() => target.inputValue()).toBe('public.boats');
    expect(await third.getByLabel('On delete').inputValue()).toBe('cascade');
    await panel.getByRole('button', { name: 'Create table' }).click();
    await grid(page, 'crews').waitFor();
    await page.getByText('Table created').waitFor();

    await page.getByRole('button', { name: 'Insert row' }).click();
    await type(page, 'crews', 1, 3, '7');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select id, boat from crews')).toEqual([['1', '7']]);
    await cell(page, 'crews', 1, 3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open in boats' }).click();
    await cell(page, 'boats', 1, 2).getByText('Boat 7').waitFor();

    const question = page.getByRole('alertdialog');
    const askToDrop = async (table: string) => {
      await page.getByRole('button', { name: `Actions for ${table}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Drop table…' }).click();
    };
    await askToDrop('boats');
    await question.getByText('constraint crews_boat_fkey on table crews').waitFor();
    expect(await question.getByRole('button', { name: 'Drop' }).isDisabled()).toBe(true);
    expect(await axeViolationsInThemes(page, '[role=alertdialog]')).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await askToDrop('crews');
    await question.getByRole('textbox').fill('crews');
    await question.getByRole('button', { name: 'Drop' }).click();
    await page.getByText('crews dropped').waitFor();
    await page.waitForURL(`**${href('tables', { ref })}`);
    await page.getByRole('link', { name: 'crews' }).waitFor({ state: 'detached' });
  });

  journey('changes the structure of a table, copies it and empties it', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'trips');
    await cell(page, 'trips', 1, 3).getByText('North').waitFor();
    const choose = async (table: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${table}`, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('trips', 'Edit table…');
    const panel = page.getByRole('dialog', { name: 'Edit trips' });
    const column = (place: number) => panel.getByRole('group', { name: `Column ${place}` });
    await column(3).getByLabel('Column name').fill('remark');
    await column(3).getByLabel('Type').fill('varchar(40)');
    await panel.getByRole('button', { name: 'Add column' }).click();
    await column(4).getByLabel('Column name').fill('distance');
    await column(4).getByLabel('Type').fill('integer');
    await panel.getByLabel('Kind').selectOption('check');
    await panel.getByLabel('Condition').fill('distance > 0');
    await panel.getByRole('button', { name: 'Add constraint' }).click();
    await panel.getByLabel('Kind').selectOption('foreign key');
    await panel.getByRole('combobox', { name: 'References table' }).fill('boats');
    await page.getByRole('option', { name: 'public.boats' }).click();
    await panel.getByLabel('Column for id').selectOption('distance');
    await panel.getByRole('button', { name: 'Add constraint' }).click();
    await panel.getByText('add foreign key (distance) references public.boats (id)').first().waitFor();
    await panel.getByRole('button', { name: 'Drop foreign key (distance) references public.boats (id)' }).click();
    await panel.getByText('alter column remark type varchar(40) writes every row again').waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    // What is typed survives a reload.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('distance > 0');
    await page.reload();
    await cell(page, 'trips', 1, 3).getByText('North').waitFor();
    await choose('trips', 'Edit table…');
    await expect.poll(() => column(4).getByLabel('Column name').inputValue()).toBe('distance');
    await panel.getByRole('button', { name: 'Change table' }).click();
    await page.getByText('trips changed').waitFor();
    // The open table shows what it has become.
    await grid(page, 'trips').getByRole('columnheader', { name: 'distance integer' }).waitFor();
    await type(page, 'trips', 1, 4, '-3');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('rejected a value in distance (trips_distance_check)').waitFor();
    await change(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();

    // Someone else alters the table while the form is open.
    await choose('trips', 'Edit table…');
    await column(3).getByLabel('Column name').fill('words');
    await sqlOf({ platform, account, ref }, 'alter table trips add column late boolean');
    await panel.getByRole('button', { name: 'Change table' }).click();
    await panel.getByText('The table was altered after this form was opened').waitFor();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => column(5).getByLabel('Column name').inputValue()).toBe('late');
    await panel.getByRole('button', { name: 'Cancel' }).click();

    await choose('trips', 'Duplicate table…');
    const copy = page.getByRole('dialog', { name: 'Duplicate trips' });
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await copy.getByRole('button', { name: 'Duplicate' }).click();
    await cell(page, 'trips_copy', 1, 3).getByText('North').waitFor();
    await choose('trips_copy', 'Delete all rows…');
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox').fill('trips_copy');
    expect(await axeViolationsInThemes(page, '[role=alertdialog]')).toEqual([]);
    await question.getByRole('button', { name: 'Delete all rows' }).click();
    await page.getByText('No rows').waitFor();
    expect(
      await sqlOf({ platform, account, ref }, 'select (select count(*) from trips), count(*) from trips_copy'),
    ).toEqual([['1', '0']]);
  });

  journey('shows and changes rows as a role of an app, and says so', async ({ page, platform }) => {
    const { account, ref } = await harborWith(
      platform,
      `${setup}; grant select on boats to anon;
       create policy "Calm boats" on boats for select to anon using (mood = 'calm' and id < 4)`,
    );
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await page.getByText('100 rows on this page').waitFor();
    await page.getByRole('button', { name: 'View as', exact: true }).click();
    await page.getByRole('menuitemradio', { name: /^anon/ }).click();
    await page.getByText('You see this table as anon').waitFor();
    await page.getByText('3 rows on this page').waitFor();
    // The menu is closed, and its button says the role and has the focus.
    const isFocused = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((button) => button === document.activeElement && button.getAttribute('aria-expanded') === 'false');
    await expect.poll(() => isFocused('View as anon')).toBe(true);
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    // The address says it, and Back leads to the developer's own rights.
    await page.reload();
    await page.getByText('3 rows on this page').waitFor();
    await type(page, 'boats', 1, 2, 'Not allowed');
    await change(page).getByRole('button', { name: 'Commit' }).click();
    const refused = page.getByRole('alertdialog', { name: 'Row 1 of boats is unchanged' });
    await refused.getByText('a policy or a trigger may prevent that').waitFor();
    await refused.getByRole('button', { name: 'Back to changes' }).click();
    await page.goBack();
    await page.getByText('100 rows on this page').waitFor();
    expect(await page.getByText('You see this table as anon').count()).toBe(0);
    // What was refused to the role is not made with other rights without a question.
    await change(page).getByRole('button', { name: 'Commit' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Commit as yourself?' });
    await asked.getByText('1 change was staged as anon.').waitFor();
    expect(await axeViolationsInThemes(page, '[role=alertdialog]')).toEqual([]);
    await asked.getByRole('button', { name: 'Commit with your own rights' }).click();
    await page.getByText('1 change committed').waitFor();

    await page.getByRole('button', { name: 'View as', exact: true }).click();
    await page.getByRole('menuitem', { name: 'A user…' }).click();
    const question = page.getByRole('dialog', { name: 'View as a user' });
    await question.waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await question.getByLabel('ID or email address').fill('nobody@example.com');
    await question.getByRole('button', { name: 'View as this user' }).click();
    await page.getByText('No user of this project has this ID or email address.').waitFor();
    await expect.poll(() => isFocused('View as nobody@example.com')).toBe(true);
    await page.getByRole('button', { name: 'View as yourself' }).click();
    await page.getByText('100 rows on this page').waitFor();
    // Where the toolbar has no room for all, what acts on the rows stays together.
    for (const width of [1024, 700]) {
      await page.setViewportSize({ width, height: 844 });
      const lines = await Promise.all(
        ['Insert row', 'Export rows', 'Reload table'].map(async (name) => {
          const { y, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
          return y + height / 2;
        }),
      );
      expect(new Set(lines).size, `lines at ${width} px`).toBe(1);
    }
  });

  journey(
    'says what row level security means for each key, and leads to what changes it',
    async ({ page, platform }) => {
      const { account, ref } = await harborWith(
        platform,
        `create table slips (id int primary key); alter table slips disable row level security;
       create policy "Anyone can read" on slips for select to anon using (true);`,
      );
      await enter(page, account, href('tables', { ref }));
      await open(page, 'slips');
      const chip = page.getByRole('button', { name: 'RLS off' });
      const about = page.getByRole('dialog', { name: 'Row level security' });
      await chip.click();
      await opens(about);
      await about.getByText('1 policy, not in effect').waitFor();
      expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');
      await about.waitFor({ state: 'hidden' });
      await expect.poll(() => chip.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await about.getByRole('link', { name: 'Turn on row level security' }).click();
      const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
      await expect.poll(() => editor.textContent()).toBe('alter table public.slips enable row level security;');
      await editor.click();
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByText(/^Completed in/).waitFor();
      await page.goto(href('tables', { ref }));
      await open(page, 'slips');
      await page.getByRole('button', { name: 'RLS on, 1 policy' }).click();
      await about.getByText('SELECT for anon').waitFor();
      await about.getByText('No rows, because no policy is for this role').waitFor();
      await about.getByRole('link', { name: 'Create policy' }).click();
      await expect.poll(() => editor.textContent()).toContain('create policy "Everyone can read" on public.slips');
    },
  );

  journey('exports the rows of a filter as a file', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await cell(page, 'boats', 1, 2).getByText('Boat 1').waitFor();
    const openExport = () => page.getByRole('button', { name: 'Export rows' }).click();
    const saved = async (format: string, begin = openExport) => {
      await begin();
      const panel = page.getByRole('dialog', { name: 'Export rows' });
      await panel.getByLabel('Format').selectOption(format);
      if (begin === openExport) expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
      const downloading = page.waitForEvent('download');
      await panel.getByRole('button', { name: 'Export', exact: true }).click();
      const file = await downloading;
      await panel.getByText('rows exported').waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    const csv = await saved('csv');
    expect([csv.name, csv.text.split('\r\n').length]).toEqual(['boats.csv', 232]);
    expect(csv.text.split('\r\n')[7]).toBe('7,Boat 7,calm,7,2020-01-08,"{""deck"": 1}",true,10.5000,');
    // Two cells of three rows, which are selected by keyboard; what is staged is not in the file.
    await type(page, 'boats', 3, 2, 'Staged');
    await cell(page, 'boats', 2, 1).click();
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
    const selection = await saved('csv', async () => {
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Export selection…' }).click();
    });
    expect(selection.text).toBe('id,name\r\n2,Boat 2\r\n3,Boat 3\r\n4,Boat 4\r\n');
    await page.goto(
      `${page.url()}?sql=${encodeURIComponent('id > 228')}&hide=${encodeURIComponent('["notes","price"]')}`,
    );
    await page.getByText('2 rows on this page').waitFor();
    const sql = await saved('sql');
    expect(sql.text.trim().split('\n')).toEqual([
      "insert into public.boats (id, name, mood, berths, built, active, code) values ('229', 'Boat 229', 'calm', '229', '2020-08-17', 'true', null);",
      "insert into public.boats (id, name, mood, berths, built, active, code) values ('230', 'Boat 230', 'calm', '230', '2020-08-18', 'true', null);",
    ]);
  });

  journey('stays true to a table that others alter, empty or drop', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'trips');
    await cell(page, 'trips', 1, 3).getByText('North').waitFor();
    // A column before the others' values: they are never shown under each other's names.
    await sqlOf(
      { platform, account, ref },
      `alter table trips drop column boat; insert into trips (note) select 'Trip ' || n from generate_series(1, 120) n`,
    );
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('SQL condition').fill('id > 1');
    await page.getByRole('button', { name: 'Apply' }).click();
    await grid(page, 'trips').getByRole('columnheader', { name: 'note text' }).waitFor();
    await cell(page, 'trips', 1, 2).getByText('Trip 1', { exact: true }).waitFor();
    // The row in the panel is deleted beside it.
    await cell(page, 'trips', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open row' }).click();
    const panel = page.getByRole('dialog', { name: 'Row 2 of trips' });
    await panel.getByRole('textbox', { name: /^note/ }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await sqlOf({ platform, account, ref }, 'delete from trips where id = 2');
    await cell(page, 'trips', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open row' }).click();
    await panel.getByText('This row no longer exists').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await sqlOf({ platform, account, ref }, 'drop table trips');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('This table does not exist.').waitFor();
    await page.getByRole('button', { name: 'Reload table', exact: true }).click();
    await page.getByText('Could not read the table again').waitFor();
  });

  journey('a table that was dropped elsewhere leaves the list when it is opened', async ({ page, platform, watch }) => {
    watch.allow(/console error/);
    const place = await harborWith(platform, setup);
    await enter(page, place.account, href('tables', { ref: place.ref }));
    await open(page, 'trips');
    await open(page, 'boats');
    await sqlOf(place, 'drop table trips');
    const list = page.getByRole('navigation', { name: 'Tables of the project' });
    const trips = list.getByRole('link', { name: /^trips/ });
    await trips.click();
    await page.getByText('This table does not exist', { exact: true }).waitFor();
    await trips.waitFor({ state: 'detached' });
    await list.getByRole('link', { name: /^boats/ }).waitFor();
    await page.getByRole('navigation', { name: 'Open tables' }).getByText('trips').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await axeViolationsInThemes(page, '#main')).toEqual([]);
    await page.getByRole('link', { name: 'Back to the tables' }).click();
    await page.getByText('Choose a table to see and edit its rows.').waitFor();
    expect(await page.getByRole('link', { name: 'Open trips' }).count()).toBe(0);
  });

  journey('the filter begins at its first field, and finds a part of a text', async ({ page, platform }) => {
    const { account, ref } = await harborWith(platform, setup);
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filter = page.getByRole('group', { name: 'Filter 1' });
    await expect
      .poll(() => filter.getByLabel('Column').evaluate((element) => element === document.activeElement))
      .toBe(true);
    await filter.getByLabel('Column').selectOption('name');
    await filter.getByLabel('Operator').selectOption('contains');
    await filter.getByLabel('Value').fill('OAT 22');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'name contains OAT 22' }).waitFor();
    await page.getByText('11 rows on this page').waitFor();
    // What a filter that cannot be applied says offers nothing that cannot help.
    await page.getByLabel('SQL condition').fill('no_such_column = 1');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Could not apply the filter').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  journey(
    'a row that is inserted has one color, and says why its number cannot be typed',
    async ({ page, platform }) => {
      const { account, ref } = await harborWith(platform, setup);
      await enter(page, account, href('tables', { ref }));
      await open(page, 'trips');
      await page.getByRole('button', { name: 'Insert row' }).click();
      const number = cell(page, 'trips', 1, 1);
      await number.getByText('DEFAULT').waitFor();
      expect(await number.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
      expect(await axeViolationsInThemes(page)).toEqual([]);
      await number.dblclick();
      const panel = page.getByRole('dialog', { name: 'id' });
      await panel.getByText('Postgres numbers the rows in this column').waitFor();
      expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      // The table that is open stays marked in the list under the pointer.
      const entry = page
        .getByRole('navigation', { name: 'Tables of the project' })
        .locator('[aria-current=page]')
        .first();
      const colorOf = () => entry.evaluate((element) => getComputedStyle(element.parentElement!).backgroundColor);
      await page.mouse.move(0, 0);
      const color = await colorOf();
      await entry.hover();
      expect(await colorOf()).toBe(color);
    },
  );

  journey(
    'a table is created by keyboard: Enter in its name, and a column where the user types',
    async ({ page, platform }) => {
      const { account, ref } = await harborWith(platform, setup);
      await enter(page, account, href('tables', { ref }));
      await page
        .getByRole('navigation', { name: 'Tables of the project' })
        .getByRole('button', { name: 'New table' })
        .click();
      const panel = page.getByRole('dialog', { name: 'New table in public' });
      const name = panel.getByLabel('Name', { exact: true });
      await name.press('Enter');
      await panel.getByText('Enter a name.').waitFor();
      await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
      await panel.getByText('create table public.table_name (').waitFor();
      await panel.getByRole('button', { name: 'Add column' }).click();
      await page.keyboard.type('length');
      await expect
        .poll(() => panel.getByRole('group', { name: 'Column 3' }).getByLabel('Column name').inputValue())
        .toBe('length');
      await page.keyboard.press('Enter');
      expect(await panel.isVisible()).toBe(true);
      await name.fill('quays');
      await name.press('Enter');
      await grid(page, 'quays').waitFor();
      await page.getByText('Table created').waitFor();
    },
  );
});
