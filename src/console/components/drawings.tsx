/* Each drawing has two paths: the background in a quiet colour, then the figure in the primary colour. */
const DRAWINGS = {
  empty: [
    'M32 64h32a5 5 0 0 0 5-5V25L57 12H32a5 5 0 0 0-5 5v42a5 5 0 0 0 5 5Zm25-52v9a4 4 0 0 0 4 4h8',
    'M48 34v18m-9-9h18',
  ],
  paper: [
    'M32 64h32a5 5 0 0 0 5-5V25L57 12H32a5 5 0 0 0-5 5v42a5 5 0 0 0 5 5Zm25-52v9a4 4 0 0 0 4 4h8',
    'M38 38h20M38 48h12',
  ],
  search: ['M14 60c14 5 54 5 68 0', 'M44 46a16 16 0 1 1 0-32 16 16 0 0 1 0 32Zm11.5-4.5L68 54'],
  broken: ['M14 58c14 5 54 5 68 0', 'M22 38c8-16 20-16 26-4m2 6c6 12 18 12 26-4'],
  talk: [
    'M14 60c14 5 54 5 68 0',
    'M66 30c0 9-8 16-18 16-3 0-6-.5-8-1.5L30 48l2.5-8A15 15 0 0 1 30 30c0-9 8-16 18-16s18 7 18 16Z',
  ],
  clock: ['M14 62c14 4 54 4 68 0', 'M48 14v8m0 0a18 18 0 1 1 0 36 18 18 0 0 1 0-36Zm0 9v9l6 4'],
  letter: ['M14 62c14 4 54 4 68 0', 'M30 20h36v28H30zM30 20l18 15 18-15'],
} as const;
export type DrawingName = keyof typeof DRAWINGS;

/** The small drawing of an empty state. Decorative, so hidden from screen readers. */
export function Drawing({ name }: { name: DrawingName }) {
  const [ground, figure] = DRAWINGS[name];
  return (
    <svg className="drawing" aria-hidden width="96" height="72" viewBox="0 0 96 72" fill="none" strokeLinecap="round">
      <path className="drawing-ground" d={ground} strokeWidth="2" strokeLinejoin="round" />
      <path className="drawing-figure" d={figure} strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  );
}
