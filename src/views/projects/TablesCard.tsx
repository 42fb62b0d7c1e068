import TableIcon from 'lucide-react/icons/table-2';
import { css } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { TableSummary } from '../../contract/projects/tableList.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { sizeWords } from '../parts/quantities.ts';
import { useAvailability } from '../parts/useAvailability.ts';
import type { Resource } from '../parts/useResource.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { described } from '../ui/described.ts';
import { EmptyCard } from './EmptyCard.tsx';
import { ReadCard } from './ReadCard.tsx';
import { rowLinkClass, rowsClass } from './rowStyles.ts';

/** The rows of a table; on a platform without the table editor, a query for them. */
const addressOf = (ref: string, { id, schema, name }: TableSummary): string =>
  id === undefined ? href('sql', { ref }, { schema, table: name }) : href('table', { ref, id: String(id) });

/** Rows that the card has room for. */
const shownTables = 5;

const count = css({ textStyle: 'small', color: 'muted' });
const numbers = css({ width: '24' });
const quiet = css({ color: 'muted' });

const Name = ({ schema, name }: TableSummary) => (
  <>
    {schema !== 'public' && <span className={quiet}>{schema}.</span>}
    {name}
  </>
);

interface TablesCardProps {
  projectRef: string;
  tables: Resource<'tables'>;
}

/** The largest tables; each leads to its rows. */
export function TablesCard({ projectRef: ref, tables }: TablesCardProps) {
  const hasEditor = useAvailability()('sql');
  return (
    <ReadCard
      title="Tables"
      what="the tables"
      content="list"
      read={tables}
      actions={
        tables.data &&
        tables.data.count > shownTables && (
          <span className={count}>
            {shownTables} largest of {countWords(tables.data.count, 'table')}
          </span>
        )
      }
    >
      {({ tables: list }) =>
        list.length === 0 ? (
          <EmptyCard icon={<TableIcon />} title="No tables yet">
            {hasEditor && (
              <ButtonLink href={href('sql', { ref }, { example: 'createTable' })}>Create a table</ButtonLink>
            )}
          </EmptyCard>
        ) : (
          <table className={rowsClass}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className={numbers} data-numeric {...described('Estimated from Postgres statistics')}>
                  Est. rows
                </th>
                <th scope="col" className={numbers} data-numeric>
                  Size
                </th>
              </tr>
            </thead>
            <tbody>
              {list.slice(0, shownTables).map((one) => {
                const name = `${one.schema}.${one.name}`;
                return (
                  <tr key={name}>
                    <th scope="row">
                      {one.id !== undefined || hasEditor ? (
                        <Link className={rowLinkClass} href={addressOf(ref, one)} data-cut={name}>
                          <Name {...one} />
                        </Link>
                      ) : (
                        <span data-cut={name}>
                          <Name {...one} />
                        </span>
                      )}
                    </th>
                    <td data-numeric>{one.rows === null ? '–' : grouped(one.rows)}</td>
                    <td data-numeric>{sizeWords(one.bytes)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )
      }
    </ReadCard>
  );
}
