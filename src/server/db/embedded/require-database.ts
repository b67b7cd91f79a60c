import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { requireComplete } from './check-folder.ts';

/** Throws `StartupError` unless it is complete. */
export function requireDatabase(path: string): void {
  const folder = join(path, 'db');
  if (!existsSync(folder)) {
    throw new StartupError('no_database', `Não há banco de dados em ${path}. Informe a pasta em DATA_DIR.`, 66);
  }
  requireComplete(folder);
}
