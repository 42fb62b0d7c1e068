/** A grid with nothing but recycled rows, to measure beside the product's own. */
import type { Page } from 'playwright-core';

/** Puts a bare grid in the place of the page: as many rows and columns, 28 px each, and no selection, types or marks. */
export const showBareGrid = (page: Page, rows: number, columns: number): Promise<void> =>
  page.evaluate(
    ([rowCount, columnCount]) => {
      const height = 28;
      const width = 110;
      const scroller = document.createElement('div');
      scroller.setAttribute('role', 'grid');
      scroller.style.cssText = 'position:fixed;inset:0;overflow:auto;background:white;font:12px monospace;z-index:9999';
      const content = document.createElement('div');
      content.style.cssText = `position:relative;height:${rowCount * height}px;width:${columnCount * width}px`;
      scroller.append(content);
      const slots = Array.from({ length: Math.ceil(innerHeight / height) + 5 }, () => {
        const element = document.createElement('div');
        element.style.cssText = `position:absolute;display:flex;height:${height}px;contain:strict;width:100%;border-bottom:1px solid #ddd`;
        const cells = Array.from({ length: columnCount }, () => {
          const cell = document.createElement('div');
          cell.style.cssText = `flex:none;width:${width}px;white-space:pre;overflow:hidden`;
          const text = document.createTextNode('');
          cell.append(text);
          element.append(cell);
          return text;
        });
        content.append(element);
        return { element, cells, row: -1 };
      });
      const draw = () => {
        const first = Math.max(0, Math.min(rowCount - slots.length, Math.floor(scroller.scrollTop / height) - 2));
        for (let row = first; row < first + slots.length; row++) {
          const slot = slots[row % slots.length]!;
          if (slot.row === row) continue;
          slot.row = row;
          slot.element.style.transform = `translateY(${row * height}px)`;
          for (const [column, text] of slot.cells.entries()) text.data = `value ${row * column}`;
        }
      };
      scroller.addEventListener('scroll', draw, { passive: true });
      document.body.replaceChildren(scroller);
      draw();
    },
    [rows, columns] as const,
  );
