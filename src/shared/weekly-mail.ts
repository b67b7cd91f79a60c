import { z } from 'zod';

/** GET and PUT /weekly-mail: whether the user receives the weekly email. */
export const weeklyMail = z.object({ isOn: z.boolean() });
export type WeeklyMail = z.infer<typeof weeklyMail>;
