import { z } from 'zod';

export const DATABASE = 'db';
export const KEY = 'secret.key';
export const MANIFEST = 'prosa-backup.json';

export const manifestSchema = z.object({ format: z.literal(1), createdAt: z.iso.datetime() });
export type Manifest = z.infer<typeof manifestSchema>;
