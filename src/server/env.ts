import { z } from 'zod';
import { StartupError } from './db/startup-error.ts';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

const hostAndPort = /^[^\s:,]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i;
const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const schema = z.object({
  PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('./data')),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//)),
  SECRET_KEY: optional(z.string().min(32)),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//)),
  MAIL_FROM: z.preprocess(blankIsAbsent, z.string().default('Prosa <nao-responda@prosa.local>')),
  CRAWL_ALLOW: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('')
      .transform(list)
      .pipe(z.array(z.string().regex(hostAndPort))),
  ),
  TRUST_PROXY: z.preprocess(blankIsAbsent, z.string().default('').transform(list)),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  DEMO: z.preprocess(blankIsAbsent, z.enum(['on', 'off']).default('on')),
});

export type Env = z.infer<typeof schema>;

/** What a good value looks like, for the message about a bad one. */
const EXPECTED: Record<keyof Env, string> = {
  PORT: 'um número de porta de 0 a 65535',
  HOST: 'um endereço de rede, como 127.0.0.1 ou 0.0.0.0',
  DATA_DIR: 'o caminho de uma pasta',
  DATABASE_URL: 'postgres://usuario:senha@servidor:5432/banco',
  SECRET_KEY: 'pelo menos 32 caracteres',
  PUBLIC_URL: 'um endereço http:// ou https://',
  SMTP_URL: 'smtp:// ou smtps://',
  MAIL_FROM: 'um remetente, como Prosa <contato@empresa.com.br>',
  CRAWL_ALLOW: 'host:porta, separados por vírgula',
  TRUST_PROXY: 'endereços ou redes, separados por vírgula',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace ou silent',
  DEMO: 'on ou off',
};

/**
 * Reads the environment once.
 * @throws StartupError that names each bad variable and what it should look like; values are not repeated, some are secret.
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0]) as keyof Env))];
    const lines = names.map((name) => `${name} deve ser ${EXPECTED[name]}`);
    throw new StartupError('bad_environment', `Variável de ambiente inválida: ${lines.join('; ')}.`, 78);
  }
  if (parsed.data.DATABASE_URL && !parsed.data.SECRET_KEY) {
    throw new StartupError(
      'bad_environment',
      'Com DATABASE_URL, informe também SECRET_KEY (pelo menos 32 caracteres), a mesma em todos os processos.',
      78,
    );
  }
  return parsed.data;
}
