import { z } from 'zod';

/** GET, PUT /weekly-mail: whether one gets the letter about the week. */
export const weeklyMail = z.object({ isOn: z.boolean() });
export type WeeklyMail = z.infer<typeof weeklyMail>;
