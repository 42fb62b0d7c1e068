import { css } from 'styled-system/css';
import type { BarChart } from './blockChart.ts';

const table = css({ width: 'full', borderCollapse: 'collapse', tableLayout: 'fixed', textStyle: 'small' });
const name = css({
  width: '[35%]',
  paddingInlineEnd: '2',
  textAlign: 'start',
  fontWeight: 'regular',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const cell = css({ paddingBlock: '0.5' });
const track = css({ display: 'flex', alignItems: 'center', gap: '1.5' });
const bar = css({ height: '3', minWidth: 'px', background: 'accent', borderRadius: 'small' });
const caption = css({ textAlign: 'start', color: 'muted', paddingBottom: '1' });

/** A result as bars with their values. It is a table, so that it reads without its picture. */
export default function BlockChart({ chart: { label, bars, isCut } }: { chart: BarChart }) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <table className={table}>
      <caption className={caption}>
        {label}
        {isCut && `, the first ${bars.length} rows`}
      </caption>
      <tbody>
        {bars.map((one, index) => (
          <tr key={index}>
            <th scope="row" className={name} data-cut="">
              {one.name}
            </th>
            <td className={cell} aria-label={one.text}>
              <div className={track}>
                <span className={bar} style={{ width: `${(one.value / most) * 70}%` }} />
                <span data-numeric>{one.text}</span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
