import { readEnv } from '../../runtime/env.ts';
import { runCommand } from '../../runtime/run-command.ts';
import { StartupError } from '../startup-error.ts';
import { backUp } from './back-up.ts';

/* `npm run backup -- FILE`, also while the server runs. */

const POSTGRES = `Com DATABASE_URL nada foi copiado: quem copia é o PostgreSQL, também com o servidor no ar.
  pg_dump --format=custom --file=ARQUIVO "$DATABASE_URL"
Guarde a SECRET_KEY em outro lugar seguro: sem ela, as chaves dos provedores não podem ser lidas.`;

runCommand(async () => {
  const file = process.argv[2];
  if (!file) throw new StartupError('usage', 'Uso: npm run backup -- ARQUIVO', 64);
  const { DATABASE_URL, DATA_DIR } = readEnv(process.env);
  if (DATABASE_URL) throw new StartupError('postgres', POSTGRES, 64);
  const { hasKey } = await backUp(DATA_DIR, file);
  const key = hasKey ? 'Ela contém a chave dos segredos' : 'A SECRET_KEY não está nela: guarde-a também';
  return `Cópia de segurança em ${file}. ${key}.`;
});
