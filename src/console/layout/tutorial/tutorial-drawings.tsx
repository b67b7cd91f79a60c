/* Each drawing has two paths: the background in a quiet colour, then the figure in the primary colour. */
const DRAWINGS = {
  start: [
    'M60 92h200M84 92V46a8 8 0 0 1 8-8h92a8 8 0 0 1 8 8v46',
    'M206 70c0 11-10 20-23 20-4 0-8-.8-11-2.2L158 93l4-11c-2-3.5-3.2-7.5-3.2-12 0-11 10.500-20 23.600-20S206 59 206 70Zm-32-3v.1m9-.1v.1m9-.1v.1',
  ],
  sites: [
    'M40 92h240M56 84V40a6 6 0 0 1 6-6h64a6 6 0 0 1 6 6v44M56 50h76',
    'M188 84V40a6 6 0 0 1 6-6h64a6 6 0 0 1 6 6v44M188 50h76M146 60h28m-8-8 8 8-8 8',
  ],
  subcontext: [
    'M116 20h88a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6h-88a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6Z',
    'M160 50v12M98 62h124M98 62v10m124-10v10M58 72h80a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H58a6 6 0 0 1-6-6V78a6 6 0 0 1 6-6Zm124 0h80a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-80a6 6 0 0 1-6-6V78a6 6 0 0 1 6-6Z',
  ],
  capture: [
    'M64 92V34a6 6 0 0 1 6-6h124a6 6 0 0 1 6 6v58a6 6 0 0 1-6 6H70a6 6 0 0 1-6-6Zm0-46h136M84 62h60m-60 14h44',
    'M214 64a22 22 0 1 1-44 0 22 22 0 0 1 44 0Zm-6 16 22 22',
  ],
} as const;
type TutorialDrawing = keyof typeof DRAWINGS;

/** The drawing of a tutorial step. Decorative, so hidden from screen readers. */
export function StepDrawing({ name }: { name: TutorialDrawing }) {
  const [ground, figure] = DRAWINGS[name];
  return (
    <svg className="tutorial-drawing" aria-hidden viewBox="0 0 320 116" fill="none" strokeLinecap="round">
      <path className="drawing-ground" d={ground} strokeWidth="2" strokeLinejoin="round" />
      <path className="drawing-figure" d={figure} strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  );
}
