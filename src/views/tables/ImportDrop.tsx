import { useState, type DragEvent, type ReactNode } from 'react';
import { css } from 'styled-system/css';

const cover = css({
  position: 'absolute',
  inset: '0',
  zIndex: '[1]',
  display: 'grid',
  placeItems: 'center',
  background: 'selected',
  pointerEvents: 'none',
});

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

interface ImportDropProps {
  className: string;
  /** Name of the table that the rows would go to. */
  table: string;
  busy: boolean;
  onDropped: (file: File) => void;
  children: ReactNode;
}

/** The place of a table's rows, where a file can be dropped. */
export function ImportDrop({ className, table, busy, onDropped, children }: ImportDropProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={className}
      aria-busy={busy}
      data-rows
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onDropped(file);
      }}
    >
      {children}
      {isOver && <p className={cover}>{`Drop the file to import its rows into ${table}`}</p>}
    </div>
  );
}
