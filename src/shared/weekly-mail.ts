import { z } from 'zod';

export const weeklyMail = z.object({ isOn: z.boolean() });
export type WeeklyMail = z.infer<typeof weeklyMail>;
