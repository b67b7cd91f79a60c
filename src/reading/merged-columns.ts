/** The same object wherever a merged cell reaches. */
export interface GridText {
  text: string;
}

/** Columns that are merged with those to the left in every row: nothing stands in them. */
export function withoutMergedColumns(grid: readonly (readonly GridText[])[]): string[][] {
  const width = Math.max(0, ...grid.map((cells) => cells.length));
  const isMerged = Array.from(
    { length: width },
    (_, at) => at > 0 && grid.every((cells) => at >= cells.length || cells[at] === cells[at - 1]),
  );
  return grid.map((cells) => cells.flatMap(({ text }, at) => (isMerged[at] ? [] : [text])));
}
