import ipaddr from 'ipaddr.js';
import addressparser from 'nodemailer/lib/addressparser/index.js';
import { z } from 'zod';
import { StartupError } from '../db/startup-error.ts';
import { withSecretFiles } from './secret-files.ts';
import { LOST_KEY } from './secrets.ts';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const hostAndPort = /^(?:[^\s:,]+|\[[0-9a-f:]+\]):[1-9]\d{0,4}$/i;
/** Fastify does not start with a network of all addresses. */
const everyAddress = /\/0$/;
const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** https, or http on the loopback interface only. */
const issuerUrl = z.url({ protocol: /^https?$/, abort: true }).refine((value) => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
});

/** One email address that the mailer finds. */
const isSender = (value: string) => {
  const [sender, ...others] = addressparser(value, { flatten: true });
  return others.length === 0 && z.email({ pattern: z.regexes.unicodeEmail }).safeParse(sender?.address).success;
};

const schema = z.object({
  PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('./data')),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//)),
  SECRET_KEY: optional(z.string().min(32)),
  SECRET_KEY_PREVIOUS: optional(z.union([z.string().min(32), z.literal(LOST_KEY)])),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, hostname: /./ })),
  MAIL_FROM: z.preprocess(blankIsAbsent, z.string().refine(isSender).default('Prosa <nao-responda@prosa.local>')),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_CLIENT_ID: optional(z.string()),
  MICROSOFT_CLIENT_SECRET: optional(z.string()),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^[rs]k_/)),
  STRIPE_PUBLISHABLE_KEY: optional(z.string().regex(/^pk_/)),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_/)),
  STRIPE_API_URL: optional(issuerUrl),
  WHATSAPP_API_URL: z.preprocess(blankIsAbsent, issuerUrl.default('https://graph.facebook.com/v25.0')),
  OIDC: z.array(
    z.object({
      id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      issuer: issuerUrl,
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
    }),
  ),
  CRAWL_ALLOW: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('')
      .transform(list)
      .pipe(
        z.array(
          z
            .string()
            .regex(hostAndPort)
            .refine((item) => URL.canParse(`http://${item}`)),
        ),
      ),
  ),
  TRUST_PROXY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('')
      .transform(list)
      .pipe(
        z.array(
          z
            .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(PROXY_RANGES)])
            .refine((item) => !everyAddress.test(item)),
        ),
      ),
  ),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  METRICS_TOKEN: optional(z.string().min(16)),
  NODE_ENV: optional(z.string()),
  DEMO: optional(z.enum(['on', 'off'])),
  STAFF_SECOND_FACTOR: optional(z.enum(['required', 'optional'])),
});

export type Env = z.infer<typeof schema>;

const EXPECTED: Record<keyof Env, string> = {
  PORT: 'um número de porta de 0 a 65535',
  HOST: 'um endereço de rede, como 127.0.0.1 ou 0.0.0.0',
  DATA_DIR: 'o caminho de uma pasta',
  DATABASE_URL: 'postgres://usuario:senha@servidor:5432/banco',
  SECRET_KEY: 'pelo menos 32 caracteres',
  SECRET_KEY_PREVIOUS: `a SECRET_KEY que valia antes, ou ${LOST_KEY} se não há cópia dela`,
  PUBLIC_URL: 'um endereço http:// ou https://',
  SMTP_URL: 'smtp:// ou smtps:// com o servidor, como smtps://usuario:senha@smtp.empresa.com.br',
  MAIL_FROM: 'um remetente, como Prosa <contato@empresa.com.br>',
  GOOGLE_CLIENT_ID: 'dado junto com GOOGLE_CLIENT_SECRET',
  GOOGLE_CLIENT_SECRET: 'dado junto com GOOGLE_CLIENT_ID',
  MICROSOFT_CLIENT_ID: 'dado junto com MICROSOFT_CLIENT_SECRET',
  MICROSOFT_CLIENT_SECRET: 'dado junto com MICROSOFT_CLIENT_ID',
  STRIPE_SECRET_KEY: 'uma chave sk_… ou rk_…, dada junto com STRIPE_PUBLISHABLE_KEY e STRIPE_WEBHOOK_SECRET',
  STRIPE_PUBLISHABLE_KEY: 'uma chave pk_…, dada junto com STRIPE_SECRET_KEY',
  STRIPE_WEBHOOK_SECRET: 'um segredo whsec_…, dado junto com STRIPE_SECRET_KEY',
  STRIPE_API_URL: 'um endereço https://, ou http:// nesta máquina',
  WHATSAPP_API_URL: 'um endereço https://, ou http:// nesta máquina',
  OIDC: 'OIDC_<NOME>_ISSUER (https://, ou http:// nesta máquina), _CLIENT_ID e _CLIENT_SECRET, os três juntos',
  CRAWL_ALLOW: 'host:porta (de 1 a 65535), separados por vírgula',
  TRUST_PROXY: 'endereços (10.0.0.5) ou redes (10.0.0.0/8, loopback) dos proxies, separados por vírgula',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace ou silent',
  METRICS_TOKEN: 'pelo menos 16 caracteres',
  NODE_ENV: 'production, ou nada',
  DEMO: 'on ou off',
  STAFF_SECOND_FACTOR: 'required ou optional',
};

/** `OIDC_<NAME>_ISSUER`, `_CLIENT_ID` and `_CLIENT_SECRET`. `MINHA_EMPRESA` becomes the id `minha-empresa`. */
function collectProviders(variables: NodeJS.ProcessEnv) {
  const names = Object.keys(variables).map((name) => /^OIDC_(\w+)_(?:ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(name)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort().map((name) => ({
    id: name.toLowerCase().replaceAll('_', '-'),
    issuer: variables[`OIDC_${name}_ISSUER`] ?? '',
    clientId: variables[`OIDC_${name}_CLIENT_ID`] ?? '',
    clientSecret: variables[`OIDC_${name}_CLIENT_SECRET`] ?? '',
  }));
}

const PAIRS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const;

export const isLoopback = (host: string) => {
  const plainHost = host.replace(/^\[|\]$/g, '');
  return plainHost === 'localhost' || (ipaddr.isValid(plainHost) && ipaddr.process(plainHost).range() === 'loopback');
};

/** Then accounts with publicly known passwords are not allowed. */
export function isPublic({ HOST, NODE_ENV, PUBLIC_URL }: Pick<Env, 'HOST' | 'NODE_ENV' | 'PUBLIC_URL'>): boolean {
  if (NODE_ENV === 'production' || !isLoopback(HOST)) return true;
  return PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);
}

/** By default on a public server, so that a developer signs in to the demo without one. */
export const mustStaffHaveFactor = (env: Env): boolean =>
  env.STAFF_SECOND_FACTOR ? env.STAFF_SECOND_FACTOR === 'required' : isPublic(env);

/** Secrets may be in files (`withSecretFiles`). Throws `StartupError`, without values, because some are secret. */
export function readEnv(given: NodeJS.ProcessEnv): Env {
  const variables = withSecretFiles(given);
  const parsed = schema.safeParse({ ...variables, OIDC: collectProviders(variables) });
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0]) as keyof Env))];
    const lines = names.map((name) => `${name} deve ser ${EXPECTED[name]}`);
    throw new StartupError('bad_environment', `Variável de ambiente inválida: ${lines.join('; ')}.`, 78);
  }
  for (const [id, secret] of PAIRS) {
    if (!parsed.data[id] === !parsed.data[secret]) continue;
    const missing = parsed.data[id] ? secret : id;
    throw new StartupError(
      'bad_environment',
      `Variável de ambiente ausente: ${missing} deve ser ${EXPECTED[missing]}.`,
      78,
    );
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
