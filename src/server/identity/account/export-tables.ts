import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { derivedTables, filesTables } from '../../db/derived-tables.ts';
import * as billing from '../../db/schema/billing.ts';
import * as channels from '../../db/schema/channels.ts';
import * as chat from '../../db/schema/chat.ts';
import * as handover from '../../db/schema/handover.ts';
import * as identity from '../../db/schema/identity.ts';
import * as insight from '../../db/schema/insight.ts';
import * as knowledge from '../../db/schema/knowledge.ts';
import * as outgoing from '../../db/schema/outgoing-webhooks.ts';
import * as platform from '../../db/schema/platform.ts';

export interface ExportedTable {
  table: PgTable;
  file: string;
  descriptionKey?: string;
  without?: readonly string[];
}

/** In the order of the archive, without hashes of secrets and data computed for search. */
export const EXPORTED: readonly ExportedTable[] = [
  { table: identity.accounts, file: 'conta', without: ['isStaff'] },
  { table: identity.users, file: 'usuarios', without: ['passwordHash'] },
  { table: knowledge.userContexts, file: 'contextos-dos-usuarios' },
  {
    table: identity.sessions,
    file: 'sessoes',
    without: ['tokenHash', 'previousHash', 'actorAccountId', 'actorUserId', 'actorSessionId'],
  },
  { table: identity.passkeys, file: 'chaves-de-acesso', without: ['credentialId', 'publicKey', 'counter'] },
  { table: identity.savedViews, file: 'visualizacoes' },
  { table: identity.apiKeys, file: 'chaves-de-api', without: ['hash'] },
  { table: knowledge.apiKeyContexts, file: 'contextos-das-chaves' },
  { table: knowledge.contexts, file: 'contextos', without: ['sealedIdentitySecret'] },
  { table: chat.appearanceVersions, file: 'aparencias' },
  { table: knowledge.contextImages, file: 'imagens' },
  { table: chat.demoLinks, file: 'links-de-demonstracao' },
  { table: chat.contextLimits, file: 'limites' },
  { table: knowledge.contents, file: 'conteudos', without: ['searched'] },
  { table: knowledge.chunks, file: 'trechos', without: ['analysis'] },
  { table: knowledge.phrasings, file: 'formas-de-perguntar', without: ['key', 'passageDigest'] },
  ...Object.entries(derivedTables).map(([name, table]): ExportedTable => ({
    table: table as PgTable,
    file: name,
    descriptionKey: `${name}.title`,
    without: ['searched'],
  })),
  ...Object.entries(filesTables).map(([name, table]): ExportedTable => ({
    table: table as PgTable,
    file: `${name}-arquivos`,
    descriptionKey: 'export.rowFiles',
    without: ['bytes'],
  })),
  { table: knowledge.captures, file: 'capturas' },
  { table: knowledge.leftOutTexts, file: 'blocos-de-fora' },
  { table: knowledge.textChoices, file: 'blocos-escolhidos', without: ['key'] },
  { table: knowledge.recordCorrections, file: 'correcoes', without: ['key'] },
  { table: knowledge.contentSyncs, file: 'sincronizacoes' },
  { table: knowledge.seoEvaluations, file: 'avaliacoes-seo' },
  { table: chat.conversations, file: 'conversas', without: ['visitorHash'] },
  { table: chat.messages, file: 'mensagens' },
  { table: chat.visitorDetails, file: 'visitantes' },
  { table: chat.visitorMessages, file: 'recados', without: ['visitorHash', 'notifiedAt'] },
  { table: handover.handovers, file: 'atendimentos' },
  { table: handover.talkMessages, file: 'mensagens-de-atendimento' },
  { table: channels.channels, file: 'canais', without: ['sealedToken', 'sealedSecret', 'secretEnding', 'verifyToken'] },
  { table: channels.channelContacts, file: 'contatos-dos-canais', without: ['visitorHash'] },
  { table: channels.channelEvents, file: 'mensagens-recebidas-dos-canais' },
  { table: channels.channelSends, file: 'mensagens-enviadas-aos-canais' },
  { table: channels.channelFiles, file: 'arquivos-dos-canais' },
  { table: insight.knowledgeGaps, file: 'lacunas' },
  { table: insight.secondAnswers, file: 'novas-respostas' },
  { table: insight.testQuestions, file: 'perguntas-de-teste' },
  { table: insight.testRuns, file: 'testes' },
  { table: insight.testResults, file: 'resultados-dos-testes' },
  { table: insight.heldChanges, file: 'mudancas-seguradas' },
  { table: billing.subscriptions, file: 'assinatura' },
  { table: billing.invoices, file: 'faturas' },
  { table: billing.creditEntries, file: 'creditos' },
  { table: billing.creditBalances, file: 'saldo-de-creditos' },
  { table: chat.limitNotices, file: 'avisos-de-limites' },
  { table: outgoing.outgoingWebhooks, file: 'webhooks', without: ['sealedSecret', 'previousSecret', 'sealedHeaders'] },
  { table: outgoing.outgoingWebhookContexts, file: 'contextos-dos-webhooks' },
  { table: outgoing.webhookDeliveries, file: 'envios-dos-webhooks' },
  { table: platform.auditEntries, file: 'auditoria' },
  { table: platform.accessDecisions, file: 'decisoes-de-acesso', without: ['actorId'] },
];

export const LEFT_OUT: Readonly<Record<string, string>> = {
  logins: 'repeats the emails of users',
  identities: 'identifiers of the social providers, internal',
  totp_keys: 'sealed keys of authenticator apps',
  recovery_codes: 'hashes of codes that are still valid',
  known_devices: 'digests of browsers and addresses of sign-ins',
  sign_ups: 'of addresses without an account',
  mailed_secrets: 'hashes of links that are still valid',
  content_files: 'exported as files',
  captured_pages: 'pages of sites, until they are trained or for an hour; their texts are exported as passages',
  phrasing_proposals: 'links phrasings to messages; both are exported',
  chunk_embeddings: 'computed from the chunks',
  knowledge_changes: 'the ids of contents by version, internal',
  jobs: 'unfinished work; emails in it have links that sign in',
  inbox_presence: 'who has the inbox open, for a minute',
  job_turns: 'the order of the queue',
  usage_counters: 'counts of the current limits, by digests of addresses and visitors',
  daily_figures: 'sums of the conversations',
  daily_labels: 'sums of the conversations',
  conversation_words: 'repeats words of the messages',
  idempotent_calls: 'repeats answers of recent calls',
  idempotency_keys: 'repeats answers of recent calls',
  gateway_events: 'events of the payment gateway, internal',
  sandbox_objects: 'data of the sandbox gateway',
  kept_invoices: 'of erased accounts',
};

export const columnsOf = ({ table, without = [] }: ExportedTable): [string, PgColumn][] =>
  Object.entries(table as unknown as Record<string, PgColumn>).filter(
    ([name, column]) => column?.name !== undefined && isColumn(table, column) && !without.includes(name),
  );

const isColumn = (table: PgTable, column: PgColumn) => getTableConfig(table).columns.includes(column);

/** Within an account, in the order of the primary key; empty for tables with one row per account. */
export function keyOf(table: PgTable): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const names =
    primaryKeys[0]?.columns.map(({ name }) => name) ?? columns.filter(({ primary }) => primary).map(({ name }) => name);
  const key = names.filter((name) => name !== ownerOf(table).name);
  return key.map((name) => columns.find((column) => column.name === name) as PgColumn);
}

export function ownerOf(table: PgTable): PgColumn {
  const { columns } = getTableConfig(table);
  const owner = columns.find(({ name }) => name === 'account_id') ?? columns.find(({ name }) => name === 'id');
  return owner as PgColumn;
}
