// @vitest-environment happy-dom
/** What the page finds out about a file before anything is sent. */
import { describe, expect, it } from 'vitest';
import { matchColumns, type ReadOptions } from '../../../src/contract/tables/importRows.ts';
import { previewFile } from '../../../src/services/tables/importPreview.ts';
import { memberNames } from '../../fixtures/memberNames.ts';

const previewOf = (name: string, content: string | Uint8Array<ArrayBuffer>, read: ReadOptions | null = null) =>
  previewFile(new File([content], name), read);

describe('the preview of a file', () => {
  it('finds out the delimiter, the header and the types', async () => {
    const { read, preview } = await previewOf(
      'a.csv',
      'id;name;price;made\n1;"Ada; B";1,5;2024-01-01\n2;"Q ""x""\nline";2,5;2024-01-02\n',
    );
    expect(read).toEqual({ format: 'delimited', encoding: 'utf-8', delimiter: ';', hasHeader: true, nullText: '' });
    expect(preview).toEqual({
      sources: ['id', 'name', 'price', 'made'],
      types: ['bigint', 'text', 'text', 'date'],
      rows: [
        ['1', 'Ada; B', '1,5', '2024-01-01'],
        ['2', 'Q "x"\nline', '2,5', '2024-01-02'],
      ],
      problems: [],
    });
  });

  it('names columns that have no name, and tells two of the same name apart', async () => {
    expect((await previewOf('a.tsv', '1\tx\n2\ty\n')).preview.sources).toEqual(['column_1', 'column_2']);
    const given: ReadOptions = {
      format: 'delimited',
      encoding: 'utf-8',
      delimiter: ',',
      hasHeader: true,
      nullText: '-',
    };
    const { preview } = await previewOf('a.csv', 'a,,a\n1,-,\n', given);
    expect([preview.sources, preview.rows]).toEqual([['a', 'column_2', 'a_2'], [['1', null, '']]]);
  });

  it('has columns that are named like members of every object', async () => {
    const object = JSON.stringify(Object.fromEntries(memberNames.map((name) => [name, `${name} 1`])));
    const cells = memberNames.map((name) => `${name} 1`);
    const none = memberNames.map(() => null);
    const files: [name: string, text: string][] = [
      ['a.csv', `${memberNames.join(',')}\n${cells.join(',')}\n`],
      ['a.json', `[${object}, {"id": 2}]`],
      ['a.ndjson', `${object}\n{"id": 2}\n`],
    ];
    for (const [name, text] of files) {
      const { preview } = await previewOf(name, text);
      expect(preview.sources.slice(0, memberNames.length), name).toEqual(memberNames);
      expect(preview.rows[0]?.slice(0, memberNames.length), name).toEqual(cells);
      // A row without them has nothing there.
      expect(preview.rows[1]?.slice(0, memberNames.length) ?? none, name).toEqual(none);
      const columns = memberNames.map((column) => ({ name: column, generated: false }));
      expect(
        matchColumns(preview, columns)
          .slice(0, memberNames.length)
          .map((choice) => choice.name),
        name,
      ).toEqual(memberNames);
    }
  });

  it('reads JSON lists and lines of JSON, with keys that come later', async () => {
    const list = await previewOf('a.json', '[{"id": 1, "tags": ["x"]}, {"id": 2.50, "on": true}]');
    expect([list.read.format, list.preview.sources, list.preview.types]).toEqual([
      'json',
      ['id', 'tags', 'on'],
      ['numeric', 'jsonb', 'boolean'],
    ]);
    const lines = await previewOf('pasted', '{"a": 1}\n{oops\n{"a": 2}\n');
    expect([lines.read.format, lines.preview.rows, lines.preview.problems]).toEqual([
      'ndjson',
      [['1'], ['2']],
      [{ line: 2, reason: expect.stringContaining('The row is not JSON') }],
    ]);
  });

  it('finds out the encoding', async () => {
    const latin = Uint8Array.from([0x6e, 0x0a, 0x73, 0x63, 0x68, 0xf6, 0x6e, 0x0a]);
    expect((await previewOf('a.csv', latin)).preview.rows).toEqual([['schön']]);
    const wide = Uint8Array.from([0xff, 0xfe, 0x6e, 0, 0x0a, 0, 0xf6, 0]);
    const { read, preview } = await previewOf('a.csv', wide);
    expect([read.encoding, preview.rows]).toEqual(['utf-16le', [['ö']]]);
  });

  it('looks at the beginning of a large file only, and leaves out a row that is cut there', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => `${index},"word\n${index}"`).join('\n');
    const { preview } = await previewOf('a.csv', `n,word\n${rows}`);
    expect([preview.rows.length, preview.problems]).toEqual([20, []]);
    const long = `n,word\n1,"${'x'.repeat(600_000)}"\n`;
    await expect(previewOf('a.csv', long)).resolves.toMatchObject({ preview: { sources: ['n', 'word'] } });
  });

  it('says why a file cannot be read', async () => {
    await expect(previewOf('a.csv', '')).rejects.toThrow('The file is empty.');
    await expect(previewOf('a.csv', 'a,b\n1,"x\n')).rejects.toThrow('A quote that opens after line 1 is not closed.');
    await expect(previewOf('a.json', '{"a": 1}')).rejects.toThrow('has to be a JSON list');
    await expect(previewOf('a.json', '[1, 2]')).rejects.toThrow('not a JSON object');
  });
});
