import { formatList } from '../../shared/format.ts';

/** A text on one line, complete in its tooltip. */
export const Line = ({ value }: { value: string }) => (
  <span className="cell-line" title={value}>
    {value}
  </span>
);

/** Several texts as a sentence lists them: "a, b e c". */
export const Listed = ({ texts }: { texts: string[] }) => <Line value={formatList(texts)} />;
