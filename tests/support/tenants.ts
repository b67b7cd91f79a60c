import { createHmac, randomUUID } from 'node:crypto';
import { derivedResources, filesFor, rowOf } from './derived-rows.ts';
import { type OperationInput, PICTURE } from './operations.ts';
import { type Caller, eventsOf, PASSWORD, type SharedServer, until } from './server.ts';

/** An account with a row in every table; all its texts contain `marker`. */
export interface FullTenant {
  caller: Caller;
  marker: string;
  visitorToken: string;
  /** The token of a pending invitation. */
  invitationToken: string;
  /** The version of the terms to leave a message. */
  consentVersion: string;
  /** Signs the identities of the context's visitors. */
  identitySecret: string;
  /** Ids by resource. */
  ids: Record<string, string>;
}

/** The external id of the tenant's question. */
const EXTERNAL_ID = 'produto-4711';

/** Creates such an account, through the API as far as possible. */
export async function fillTenant(server: SharedServer): Promise<FullTenant> {
  const marker = `segredo${randomUUID().slice(0, 8)}`;
  const caller = await server.signUp({ name: `Dona ${marker}`, website: `https://www.${marker}.com.br` });
  const { contextId } = caller;
  // Not every plan includes the widget's appearance.
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [
    caller.accountId,
  ]);
  const sub = (await caller.post('/contexts', { name: `Filial ${marker}`, parentId: contextId })).body.id;
  const faq = { contextId, question: `O que é ${marker}?`, answer: `É um segredo: ${marker}.` };
  const content = (await caller.post('/contents/faq', { ...faq, externalId: EXTERNAL_ID })).body.id;
  // The original of the file can be downloaded.
  await caller.put('/account', { keepsFiles: true });
  const file = { name: `${marker}.txt`, bytes: Buffer.from(`O arquivo fala de ${marker} do começo ao fim.`) };
  const fileId = (await caller.upload('/contents/file', { contextId }, file)).body.id;
  const derived: Record<string, string> = {};
  for (const resource of derivedResources) {
    const scopeFields = resource.scope === 'context' ? { contextId } : {};
    const row = rowOf(resource, marker, { contexts: contextId, contents: content, ...derived });
    for (const [field, bytes] of filesFor(resource)) {
      row[field] = (await caller.upload(`${resource.api}/files`, { field }, { name: `${marker}.txt`, bytes })).body;
      derived[`${resource.name}/files`] = (row[field] as { id: string }).id;
    }
    derived[resource.name] = (await caller.post(resource.api, { ...scopeFields, ...row })).body.id;
  }
  const capture = (await caller.post('/contents/crawl-links', { contextId, url: `http://${marker}.invalid` })).body.id;
  for (const id of [content, fileId, `crawl-links/${capture}`])
    await until(async () => ['done', 'error'].includes((await caller.get(`/contents/${id}`)).body.status));
  const visitorToken = `visitante-${marker}`;
  const messageId = randomUUID();
  const created = await server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { question: faq.question, visitorToken, messageId, data: { origem: marker } },
  });
  const conversation = eventsOf(created.text)[0]?.data.id;
  await server.services.db.pool.query('update contexts set takes_messages = true where id = $1', [contextId]);
  const consentVersion = (await caller.get(`/widgets/${contextId}`)).body.message.version;
  const message = randomUUID();
  await server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/visitor-messages`,
    payload: {
      messageId: message,
      visitorToken,
      conversationId: conversation,
      consentVersion,
      name: marker,
      email: `${marker}@visitante.com.br`,
      question: `Quanto custa ${marker}?`,
    },
  });
  const handover = randomUUID();
  await server.services.db.pool.query(
    `insert into handovers (account_id, id, conversation_id, context_id, state, reason, protocol, user_id, user_name,
       last_seq)
     values ($1, $2, $3, $4, 'taken', 'asked', $5, $6, $5, 1)`,
    [caller.accountId, handover, conversation, contextId, marker, caller.userId],
  );
  await server.services.db.pool.query(
    `insert into talk_messages (account_id, conversation_id, id, handover_id, seq, author, text)
     values ($1, $2, $3, $4, 1, 'visitor', $5)`,
    [caller.accountId, conversation, randomUUID(), handover, marker],
  );
  await server.services.db.pool.query(
    `insert into inbox_presence (account_id, id, user_id, user_name) values ($1, $2, $3, $4)`,
    [caller.accountId, randomUUID(), caller.userId, marker],
  );
  const { secret } = (await caller.post(`/contexts/${contextId}/identity-secret/rotate`)).body;
  const colleague = await server.as(caller, 'WRITER');
  const address = `${marker}@convidada.com.br`;
  const invited = (await caller.post('/users', { email: address, role: 'READER', contextIds: [sub] })).body.id;
  const email = await until(async () => (await server.mailsTo(address))[0]);
  const invitationToken = /\/invitation\/(\S+)/.exec(email.text ?? '')?.[1] ?? '';
  const { pool } = server.services.db;
  // Not the caller's, who could then not do anything without it.
  const factorOf = [caller.accountId, colleague.userId];
  await pool.query('insert into totp_keys (account_id, user_id, sealed) values ($1, $2, $3)', [...factorOf, marker]);
  await pool.query('insert into recovery_codes (account_id, user_id, hash) values ($1, $2, $3)', [
    ...[...factorOf, marker],
  ]);
  const passkey = randomUUID();
  await pool.query(
    `insert into passkeys (account_id, user_id, id, name, credential_id, public_key, counter, transports)
     values ($1, $2, $3, $4, $4, $4, 0, array[]::text[])`,
    [...factorOf, passkey, marker],
  );
  const invoice = randomUUID();
  await server.services.db.pool.query(
    `insert into invoices (account_id, id, issued_at, type, status, order_number, plan, amount)
     values ($1, $2, now(), 'MONTHLY', 'paid', $3, 'Essencial', 9900)`,
    [caller.accountId, invoice, marker],
  );
  const key = (await caller.post('/api-keys', { name: `Chave ${marker}`, role: 'ADMIN', contextIds: [sub] })).body.id;
  const view = { list: 'conversations', name: marker, query: `search=${marker}` };
  const savedView = (await caller.post('/saved-views', view)).body.id;
  const notice = randomUUID();
  await server.services.db.pool.query(
    `insert into limit_notices (account_id, id, context_id, "limit", level, period)
     values ($1, $2, $3, 'monthly', 60, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM'))`,
    [caller.accountId, notice, contextId],
  );
  const { person: _, ...appearance } = (await caller.get(`/contexts/${sub}/appearance`)).body;
  await caller.put(`/contexts/${sub}/appearance`, { ...appearance, companyName: marker });
  const version = (await caller.get(`/contexts/${sub}/appearance-versions`)).body.data[0].id;
  const demo = (await caller.post('/demo-links', { contextId: sub })).body.id;
  const page = randomUUID();
  await server.services.db.pool.query(
    `insert into contents (account_id, id, context_id, title, type, format, status, url)
     values ($1, $2, $3, $4, 'LINK', 'html', 'done', $5)`,
    [caller.accountId, page, contextId, marker, `https://${marker}.invalid/`],
  );
  const [gap, test] = [randomUUID(), randomUUID()];
  await pool.query(`insert into knowledge_gaps (account_id, id, context_id, theme_id) values ($1, $2, $3, $2)`, [
    ...[caller.accountId, gap, contextId],
  ]);
  await pool.query(
    `insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, model, gap_id)
     values ($1, $2, $3, $4, $4, false, 'unknown', 'embedded', $5)`,
    [caller.accountId, conversation, randomUUID(), `Onde fica ${marker}?`, gap],
  );
  await pool.query(
    `insert into test_questions (account_id, id, context_id, question, expected) values ($1, $2, $3, $4, array[$4])`,
    [caller.accountId, test, contextId, marker],
  );
  await pool.query(
    `insert into held_changes (account_id, content_id, context_id, version, trained, state, run_ids)
     values ($1, $2, $3, 2, $4, 'held', array[]::uuid[])`,
    [caller.accountId, page, contextId, JSON.stringify({ title: marker, words: 1 })],
  );
  const phrasing = randomUUID();
  await pool.query(
    `insert into phrasings (account_id, id, content_id, text, key, state, origin)
     values ($1, $2, $3, $4, $4, 'proposed', 'visitors')`,
    [caller.accountId, phrasing, content, marker],
  );
  await pool.query(
    `insert into record_corrections (account_id, content_id, key, heading, line, text, is_used)
     values ($1, $2, $3, '', $3, $3, true)`,
    [caller.accountId, fileId, marker],
  );
  const webhook = { name: marker, url: `https://${marker}.invalid/`, format: 'json', events: ['payment.failed'] };
  const outgoing = (await caller.post('/outgoing-webhooks', { ...webhook, contextIds: [], isActive: true })).body.id;
  const channelInput = { name: marker, ...channelValues(), silentHours: 4, isOn: true };
  const channel = (await caller.post('/channels', { contextId, ...channelInput })).body.id;
  const [contact, event, unsent] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `insert into channel_contacts (account_id, id, channel_id, peer, visitor_hash, name, silent_until, wrote_at)
     select $1, $2, $3, $4, visitor_hash, $4, now() + interval '1 hour', now() from conversations where id = $5`,
    [caller.accountId, contact, channel, marker, conversation],
  );
  await pool.query(
    `insert into channel_events (account_id, id, channel_id, contact_id, external_id, kind, payload, sent_at, state)
     values ($1, $2, $3, $4, $5, 'message', $6, now(), 'silent')`,
    [caller.accountId, event, channel, contact, marker, JSON.stringify({ text: marker })],
  );
  await pool.query(`insert into channel_files (account_id, id, type, bytes) values ($1, $2, $3, $4)`, [
    ...[caller.accountId, event, marker, Buffer.from(marker)],
  ]);
  await pool.query(
    `insert into channel_sends (account_id, id, channel_id, contact_id, seq, cause, kind, body, conversation_id, state)
     values ($1, $2, $3, $4, 1, $5, 'answer', $6, $7, 'failed')`,
    [caller.accountId, unsent, channel, contact, marker, JSON.stringify({ text: { body: marker } }), conversation],
  );
  const delivery = randomUUID();
  await pool.query(
    `insert into webhook_deliveries (account_id, id, webhook_id, event_id, event, cause, data, state)
     values ($1, $2, $3, $2, 'payment.failed', $4, $5, 'parked')`,
    [caller.accountId, delivery, outgoing, marker, JSON.stringify({ plan: marker })],
  );
  await pool.query(
    `insert into access_decisions (account_id, id, at, allowed, user_id, role, flags, resource, action, count, request_id, policy)
     values ($1, $2, now(), false, $3, 'OWNER', array[$4], $4, 'list', 1, $4, $4)`,
    [caller.accountId, randomUUID(), caller.userId, marker],
  );
  const ids = { notices: notice, contexts: contextId, sub, contents: content, file: fileId, ...derived };
  return {
    caller,
    marker,
    visitorToken,
    invitationToken,
    consentVersion,
    identitySecret: secret,
    ids: {
      ...ids,
      version,
      channels: channel,
      ...{ contact, event, unsent },
      'outgoing-webhooks': outgoing,
      'webhook-deliveries': delivery,
      'demo-links': demo,
      'api-keys': key,
      'saved-views': savedView,
      'knowledge-gaps': gap,
      'test-questions': test,
      phrasings: phrasing,
      improvements: conversation,
      capture,
      'seo-evaluations': page,
      conversations: conversation,
      'visitor-messages': message,
      inbox: conversation,
      message: messageId,
      users: colleague.userId,
      'second-factor': passkey,
      invited,
      invoices: invoice,
    },
  };
}

/** Returns an exported base with one question that no context has. */
const exampleBase = () =>
  [
    { kind: 'base', format: 'prosa-base', version: 1, exportedAt: new Date().toISOString(), name: 'Loja' },
    { kind: 'faq', question: `Quem manda ${randomUUID()}?`, answer: 'A dona.', enabled: true, phrasings: [] },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

/** Values of a number on WhatsApp, which is unique. */
const channelValues = () => ({
  phoneNumberId: String(BigInt(`0x${randomUUID().slice(0, 8)}`) + 10_000_000_000n),
  wabaId: '102290129340398',
  accessToken: 'EAAG-segredo-do-teste',
  appSecret: 'segredo-do-app',
});

/** The resources whose changes must name the version that was read. */
const NEEDS_VERSION = ['subscription'];

/** Returns the values that make an operation refer to this tenant's rows. */
export function valuesReferringTo(
  { caller, marker, ids, visitorToken, invitationToken, consentVersion, identitySecret }: FullTenant,
  operation: { path: string; resource: string; action: string },
): OperationInput {
  const { path, resource, action } = operation;
  const declared = derivedResources.find(({ name }) => name === resource);
  const isExternal = path.includes('by-external-id');
  const [sample] = declared && path.startsWith(`${declared.api}/files`) ? filesFor(declared) : [];
  const own = isExternal
    ? EXTERNAL_ID
    : sample
      ? ids[`${resource}/files`]
      : path.includes('crawl-links')
        ? ids.capture
        : path.endsWith('/resend-invitation')
          ? ids.invited
          : path.includes('/held/')
            ? ids['seo-evaluations']
            : path.includes('/file/') || path.includes('/records') || path.endsWith('/original')
              ? ids.file
              : /\/(?:syncs?|left-out)$/.test(path)
                ? ids['seo-evaluations']
                : path.startsWith('/widgets')
                  ? ids.conversations
                  : path.startsWith('/contexts')
                    ? ids.sub
                    : ids[resource];
  // Unique, because some resources require it.
  const [name, email] = [`nome ${randomUUID()}`, `${randomUUID()}@empresa.com.br`];
  return {
    'path.id': own,
    'path.type': 'faq',
    'path.line': marker,
    ...{ 'path.fileId': ids.event, sendId: ids.unsent },
    // Otherwise nobody of the account could do anything else.
    required: false,
    ...(path.endsWith('/reset-factor') && { userId: ids.users }),
    contextId: ids.contexts,
    versionId: ids.version,
    accountId: caller.accountId,
    // The columns of a table without a heading.
    ...{ hasHeading: 'false', questionColumn: 0, answerColumn: 1, phrasingsColumn: 2 },
    // Existing plans.
    planId: 'business',
    packId: 'credits-500',
    initialPlanId: 'free',
    'idempotency-key': randomUUID(),
    conversationId: ids.conversations,
    messageId: ids.message,
    ...(path.endsWith('/transfer') && { userId: ids.users }),
    ...(path.startsWith('/v1') && { model: ids.contexts, metadata: undefined, stream: false }),
    // Generated by clients.
    id: randomUUID(),
    parentId: ids.contexts,
    contents: 'remove',
    deactivatedUntil: null,
    expiresAt: null,
    quotedAt: new Date().toISOString(),
    // Visitors of a customer's page have no demo token.
    demo: undefined,
    whatsapp: '5511912345678',
    visitorToken,
    'visitor-token': visitorToken,
    name,
    url: isExternal ? undefined : 'https://www.empresa.com.br/',
    externalId: randomUUID(),
    headers: 'X-Token: segredo',
    webhookId: ids['outgoing-webhooks'],
    contextIds: [ids.contexts],
    origin: 'https://www.empresa.com.br',
    urls: ['https://www.empresa.com.br/'],
    ids: [ids[resource] ?? ids.contents],
    contentId: ids.contents,
    question: 'Qual é o horário?',
    token: invitationToken,
    consentVersion,
    images: { open: null, ai: null, user: null },
    // Without a version, the values are saved unconditionally: an earlier call may have changed them.
    ...(NEEDS_VERSION.includes(resource) ? {} : { version: undefined }),
    email,
    signature: createHmac('sha256', identitySecret).update(`${email}\n${name}`).digest('hex'),
    ...channelValues(),
    contactId: ids.contact,
    // The current password, and the same again as the new one.
    current: PASSWORD,
    password: PASSWORD,
    keepsFiles: true,
    avatar: `data:image/png;base64,${PICTURE}`,
    cnpj: null,
    ...(path.endsWith('/import') ? { file: exampleBase() } : {}),
    ...(sample ? { field: sample[0], file: sample[1].toString('latin1') } : {}),
    // An action of its own asks for other values.
    ...(declared && !declared.rowCalls?.some(({ name }) => name === action)
      ? rowOf(declared, `novo-${randomUUID()}`, ids)
      : {}),
  };
}

/** Servers that have the function `digests`: no test changes their tables. */
const prepared = new WeakMap<SharedServer, Promise<unknown>>();

/** Creates a function instead of sending its query, which has all tables, so that the database plans it only once. */
async function createDigests({ services }: SharedServer): Promise<void> {
  const { pool } = services.db;
  // A call with a key leaves the key, also if it is refused. Decisions are logged, and open inboxes renewed, beside calls.
  const besides = ['job_turns', 'idempotency_keys', 'access_decisions', 'inbox_presence'];
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1) order by 1`,
    [besides],
  );
  const digests = rows.map(
    ({ name }) =>
      `select '${name}:' || md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
       from ${name} t where t.account_id = account`,
  );
  await pool.query(
    `create or replace function digests(account uuid) returns setof text language plpgsql
       set plan_cache_mode = force_generic_plan
       as $$ begin return query ${digests.join(' union all ')}; end $$`,
  );
}

/** Returns one digest per table over all rows of an account, one line each: `table:digest`. */
export async function digestOf(server: SharedServer, accountId: string): Promise<string> {
  if (!prepared.has(server)) prepared.set(server, createDigests(server));
  await prepared.get(server);
  const query = 'select digests($1) as digest';
  const { rows } = await server.services.db.pool.query<{ digest: string }>(query, [accountId]);
  return rows.map(({ digest }) => digest).join('\n');
}
