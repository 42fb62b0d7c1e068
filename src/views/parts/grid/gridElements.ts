import { typeWords } from './cellText.ts';
import type { GridColumn, GridOptions } from './gridOptions.ts';

/** The elements that a grid always has. Rows and cells come and go: `gridRows.ts`. */
export interface GridElements {
  scroller: HTMLElement;
  content: HTMLElement;
  head: HTMLElement;
  corner: HTMLElement;
  headCells: readonly HTMLElement[];
  body: HTMLElement;
  /** Lines between columns: they stay while rows come and go. */
  rules: readonly HTMLElement[];
  gutter: HTMLElement;
  /** Moves the row numbers, which are lines of one text. */
  numberColumn: HTMLElement;
  numbers: Text;
  rangeBox: HTMLElement;
  activeBox: HTMLElement;
  activeHeadBox: HTMLElement;
  /** Where a column that is dragged would come. */
  dropLine: HTMLElement;
}

export function createElement(
  tag: string,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The arrow of a column: how the rows are sorted by it, or that they can be. For the pointer. */
function createSort(className: string, { sort }: GridColumn, index: number): HTMLElement | null {
  if (sort === undefined) return null;
  const element = createElement('span', className, {
    'data-sort': String(index),
    'aria-hidden': 'true',
    'data-tip': 'Sort. With Shift, after the other columns.',
  });
  element.textContent = `${sort?.descending === true ? '↓' : '↑'}${sort?.place ?? ''}`;
  return element;
}

function createHeadCells(
  { id, data, classes, sortsByHeader = false }: GridOptions,
  numeric: readonly boolean[],
): HTMLElement[] {
  return data.columns.map((column, index) => {
    const element = createElement('div', classes.headCell, {
      role: 'columnheader',
      id: `${id}-h-${index}`,
      'aria-colindex': String(index + 1),
      'data-numeric': String(numeric[index]),
    });
    const cut = { 'data-cut': `${column.name} ${typeWords(column)}` };
    const name = createElement('span', classes.headName, cut);
    name.textContent = column.name;
    const sort = createSort(classes.headSort, column, index);
    element.toggleAttribute('data-sorts', sortsByHeader && column.sort !== undefined);
    if (column.sort) element.setAttribute('aria-sort', column.sort.descending ? 'descending' : 'ascending');
    const type = createElement('span', classes.headType, cut);
    type.textContent = typeWords(column);
    // For the pointer; the keyboard opens the same menu from the selected cell.
    const menu = createElement('span', classes.headMenu, {
      'data-menu': String(index),
      'aria-hidden': 'true',
      'data-tip': 'Column menu',
    });
    element.append(name, ' ', ...(sort ? [sort] : []), type, menu, createHandle(classes.handle, index));
    // An edge can be pressed on both of its sides, and a header shows nothing beyond its own.
    if (index > 0) {
      const next = createHandle(classes.handle, index - 1);
      next.toggleAttribute('data-next', true);
      element.append(next);
    }
    return element;
  });
}

/** Moves the right edge of a column. */
const createHandle = (className: string, column: number): HTMLElement =>
  createElement('span', className, { 'data-handle': String(column), 'aria-hidden': 'true' });

export function createElements(options: GridOptions, numeric: readonly boolean[]): GridElements {
  const { id, data, classes, label, describedBy } = options;
  const hidden = { 'aria-hidden': 'true' };
  const elements: GridElements = {
    scroller: createElement('div', classes.host, {
      id,
      role: 'grid',
      tabindex: '0',
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-multiselectable': 'true',
      'aria-colcount': String(data.columns.length),
    }),
    content: createElement('div', classes.content, { role: 'presentation' }),
    head: createElement('div', classes.head, { role: 'row', 'aria-rowindex': '1' }),
    corner: createElement('div', classes.corner, hidden),
    headCells: createHeadCells(options, numeric),
    body: createElement('div', classes.body, { role: 'rowgroup' }),
    rules: data.columns.map(() => createElement('div', classes.rule, hidden)),
    // Screen readers read the numbers as each row's index.
    gutter: createElement('div', classes.gutter, hidden),
    numberColumn: createElement('div', classes.number),
    numbers: document.createTextNode(''),
    rangeBox: createElement('div', classes.range, hidden),
    activeBox: createElement('div', classes.active, hidden),
    activeHeadBox: createElement('div', classes.active, hidden),
    dropLine: createElement('div', classes.drop, { ...hidden, hidden: '' }),
  };
  const { scroller, content, head, gutter, numberColumn, numbers, body, rangeBox, activeBox } = elements;
  numberColumn.append(numbers);
  gutter.append(numberColumn);
  body.append(rangeBox, activeBox);
  // After the body, whose cells it covers where they are scrolled under it; the head covers both.
  content.append(head, body, gutter);
  scroller.append(content);
  return elements;
}
