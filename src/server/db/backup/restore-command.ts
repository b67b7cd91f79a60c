import { readEnv } from '../../runtime/env.ts';
import { runCommand } from '../../runtime/run-command.ts';
import { StartupError } from '../startup-error.ts';
import { restore } from './restore.ts';

const POSTGRES = `Com DATABASE_URL nada foi restaurado. Num banco vazio, com os papéis prosa_tenant e prosa_platform já criados:
  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" ARQUIVO
Depois inicie com a mesma SECRET_KEY.`;

runCommand(async () => {
  const file = process.argv[2];
  if (!file) throw new StartupError('usage', 'Uso: npm run restore -- ARQUIVO', 64);
  const { DATABASE_URL, DATA_DIR } = readEnv(process.env);
  if (DATABASE_URL) throw new StartupError('postgres', POSTGRES, 64);
  const { createdAt, hasKey } = await restore(file, DATA_DIR);
  const key = hasKey ? '' : ' A chave não estava nela: inicie com a mesma SECRET_KEY.';
  return `Restaurada em ${DATA_DIR} a cópia de ${createdAt}.${key}`;
});
