import { z } from 'zod';

/** The owner reads it in the audit log. */
export const staffReason = z.string().trim().min(3).max(300);
