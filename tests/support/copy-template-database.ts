import { cpSync, existsSync } from 'node:fs';
import { inject } from 'vitest';

/** Copies the migrated database of this run to a data directory, because creating one takes ten seconds. */
export function copyTemplateDatabase(dataDir: string): void {
  const template = inject('templateDir');
  if (existsSync(template)) cpSync(template, dataDir, { recursive: true });
}
