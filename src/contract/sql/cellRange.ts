/** A rectangle of rows and columns; both ends belong to it. */
export interface CellRange {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}
