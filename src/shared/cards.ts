import { z } from 'zod';

/** The figure of a value, or of a day (`YYYY-MM-DD`). */
export const cardFigure = z.object({ value: z.string(), figure: z.number() }).meta({ title: 'CardFigure' });

export type CardFigure = z.infer<typeof cardFigure>;
