import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnv } from '../../runtime/env.ts';
import { runCommand } from '../../runtime/run-command.ts';
import { StartupError } from '../startup-error.ts';
import { moveToPostgres } from './move.ts';

const USAGE = 'Uso: npm run move-to-postgres -- postgres://usuario:senha@servidor:5432/banco';
const IN_USE = 'DATABASE_URL está definida: o banco em uso não é o embutido. Rode o comando sem ela.';

function nextSteps({ DATA_DIR, SECRET_KEY }: { DATA_DIR: string; SECRET_KEY?: string }): string {
  const key = resolve(DATA_DIR, 'secret.key');
  const secret = SECRET_KEY
    ? 'SECRET_KEY com o valor de agora'
    : existsSync(join(DATA_DIR, 'secret.key'))
      ? `SECRET_KEY_FILE=${key} (ou o conteúdo dela em SECRET_KEY)`
      : 'SECRET_KEY';
  return `Inicie agora com DATABASE_URL e ${secret}. Sem a mesma chave, as chaves dos provedores não podem ser lidas.
A pasta ${resolve(DATA_DIR)} continua com a cópia antiga: guarde-a até conferir tudo e não inicie mais com ela.`;
}

runCommand(async () => {
  const url = process.argv[2] ?? '';
  if (!/^postgres(ql)?:\/\//.test(url)) throw new StartupError('usage', USAGE, 64);
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) throw new StartupError('postgres', IN_USE, 64);
  const env = readEnv(process.env);
  const began = performance.now();
  const { tables, rows } = await moveToPostgres(env.DATA_DIR, url, (line) => console.log(`  ${line}`));
  const seconds = Math.ceil((performance.now() - began) / 1_000);
  return `Movidas ${rows} linhas de ${tables} tabelas em ${seconds} s; o conteúdo de cada tabela é igual nos dois bancos.
${nextSteps(env)}`;
});
