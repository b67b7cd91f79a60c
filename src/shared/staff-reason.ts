import { z } from 'zod';

export const staffReason = z.string().trim().min(3).max(300);
