import { z } from 'zod';

/** Why staff changed something in a customer's account. The owner reads it in the audit log. */
export const staffReason = z.string().trim().min(3).max(300);
