import { randomUUID } from 'node:crypto';
import { derivedResources, rowOf } from '../support/derived-rows.ts';
import { until } from '../support/until.ts';
import type { ApiCall } from './people.ts';
import { buildStories } from './stories.ts';

const VISITORS_QUESTIONS = [
  'Vocês alugam guarda-chuva?',
  'Dá para alugar um guarda-chuva?',
  'Vocês têm aula de violino?',
  'Vocês consertam relógio antigo?',
  'Obrigada, adorei o atendimento!',
  'Quero falar com um atendente, meu pedido chegou quebrado',
];

const idOf = async (call: ApiCall, path: string) =>
  ((await call('GET', path)).data[0]?.id as string | undefined) ?? randomUUID();

/** Creates the conversations of a visitor who asks the questions. */
async function visit(visitor: ApiCall, contextId: string): Promise<void> {
  for (const question of VISITORS_QUESTIONS) {
    const ids = { messageId: randomUUID(), visitorToken: randomUUID() };
    await visitor('POST', `/widgets/${contextId}/messages`, { question, ...ids });
  }
}

/** Questions in words that no content uses, and how many visitors choose a suggestion for each. */
const REPHRASED_QUESTIONS: readonly [string, number][] = [
  ['aceita alelo?', 3],
  ['posso retirar o pedido de noite?', 2],
  ['dá pra devolver se eu não gostar do queijo?', 2],
  ['chega amanhã se eu pedir hoje?', 1],
  ['o vinho vem gelado?', 1],
];

/** Chooses the first suggestion, if there is one, as that many visitors. */
async function takeSuggestions(visitor: ApiCall, contextId: string): Promise<void> {
  for (const [question, people] of REPHRASED_QUESTIONS) {
    for (let person = 0; person < people; person++) {
      const ids = { messageId: randomUUID(), visitorToken: randomUUID() };
      const reply = await visitor<string>('POST', `/widgets/${contextId}/messages`, { question, ...ids });
      const dataOf = (event: string) => new RegExp(`event: ${event}\\ndata: (.*)`).exec(reply)?.[1];
      const [first] = JSON.parse(dataOf('suggestions') ?? '[]') as { contentId: string; ordinal: number }[];
      if (!first) continue;
      const { id: conversationId } = JSON.parse(dataOf('conversation') ?? '{}') as { id: string };
      const { contentId, ordinal } = first;
      await visitor('POST', `/widgets/${contextId}/messages`, {
        conversationId,
        chosen: { contentId, ordinal },
        ...ids,
      });
    }
  }
}

/** Leaves two messages for a person, in a context where this is turned on. */
async function leaveMessages(visitor: ApiCall, contextId: string): Promise<void> {
  const { message } = await visitor('GET', `/widgets/${contextId}`);
  const from = { email: 'rita@exemplo.com.br', whatsapp: '(81) 99999-0000', consentVersion: message.version };
  for (const [name, question] of [
    ['Rita Souza', 'Vocês montam cestas para 40 pessoas?'],
    ['João Lima', 'Meu pedido chegou sem o queijo da serra.'],
  ]) {
    const ids = { messageId: randomUUID(), visitorToken: randomUUID() };
    await visitor('POST', `/widgets/${contextId}/visitor-messages`, { ...from, ...ids, name, question });
  }
}

/** Lets visitors call a person, and has the owner join one of them. While the pictures are taken, somebody is there. */
async function talkToVisitor(call: ApiCall, visitor: ApiCall, contextId: string): Promise<void> {
  await call('PUT', `/contexts/${contextId}/handover`, { isOn: true, hours: [] });
  const asked = { question: 'Vocês embrulham para presente?', visitorToken: randomUUID(), messageId: randomUUID() };
  const reply = await visitor<string>('POST', `/widgets/${contextId}/messages`, asked);
  const { id } = JSON.parse(/event: conversation\ndata: (.*)/.exec(reply)?.[1] ?? '{}') as { id: string };
  await call('POST', `/inbox/${id}/take`);
  const say = (text: string, isNote = false) =>
    call('POST', `/inbox/${id}/messages`, { id: randomUUID(), text, isNote });
  await say('Oi! Embrulhamos, sim, com papel e fita. É para quantas cestas?');
  await say('Cliente de Natal do ano passado.', true);
  const again = { ...asked, conversationId: id, messageId: randomUUID() };
  await visitor('POST', `/widgets/${contextId}/messages`, { ...again, question: 'São doze, para o dia 20.' });
  void call('GET', '/inbox/events').catch(() => undefined);
}

/** Completes the demo account for its screens: pages of a site, contexts, links, users and test questions. */
async function fillAccount(
  call: ApiCall,
  visitor: ApiCall,
  origin: string,
): Promise<{ contextId: string; linkId: string }> {
  const [{ id: contextId }] = await call('GET', '/sessions/me/contexts');
  const isTrained = async () => {
    const { data } = await call('GET', `/contents?contextId=${contextId}&limit=50`);
    return data.length > 0 && data.every(({ status }: { status: string }) => status === 'done' || status === 'error');
  };
  await until(isTrained, 90_000);
  const branch = await call('POST', '/contexts', { name: 'Loja da Vila Madalena', parentId: contextId });
  await call('POST', '/contexts', { name: 'Clube de assinatura', parentId: branch.id });
  const pages = [`${origin}/inicio.html`, `${origin}/nao-existe`];
  const { data } = await call('POST', '/contents/links', { contextId, urls: pages });
  const sitemap = `${origin}/sitemap.xml`;
  await call('POST', '/contents/links', { contextId, urls: [sitemap], sitemap: true }).catch(() => undefined);
  for (const word of ['frete grátis', 'clube']) {
    const link = `https://www.emporio-serra-azul.com.br/${encodeURIComponent(word)}`;
    await call('POST', '/hyperlinks', { contextId, word, link, caseSensitive: false });
  }
  await call('POST', '/users', { email: 'rui@emporio-serra-azul.com.br', role: 'WRITER', contextIds: [] });
  const key = { role: 'WRITER', contextIds: [branch.id], expiresAt: '2099-12-31T12:00:00Z' };
  await call('POST', '/api-keys', { ...key, name: 'Integração ERP' });
  const { id: panel } = await call('POST', '/api-keys', { ...key, name: 'Painel antigo', contextIds: [] });
  await call('DELETE', `/api-keys/${panel}`);
  const tests = { contextId, declines: false };
  await call('POST', '/test-questions', { ...tests, question: 'Qual o prazo de entrega?', expected: 'dias' });
  await call('POST', '/test-questions', { ...tests, question: 'Vocês vendem vinho?', expected: 'Malbec' });
  const webhook = { format: 'json', contextIds: [], isActive: true, url: `${origin}/nao-existe` };
  await call('POST', '/outgoing-webhooks', {
    ...webhook,
    name: 'CRM',
    events: ['question.unanswered', 'message.left'],
  });
  // Its token is unknown to Meta, so the page shows what is wrong and who must act.
  const number = { phoneNumberId: '106540352242922', wabaId: '102290129340398', accessToken: 'EAAG-desconhecido' };
  await call('POST', '/channels', { ...number, contextId, name: 'WhatsApp da loja', appSecret: 'segredo-do-app' });
  await visit(visitor, contextId);
  const { use: _, ...limits } = await call('GET', '/sessions/me/limits');
  await call('PUT', '/sessions/me/limits', { ...limits, perMinute: 600, takesMessages: true });
  await takeSuggestions(visitor, contextId);
  await leaveMessages(visitor, contextId);
  await talkToVisitor(call, visitor, contextId);
  const { version } = await call('GET', '/sessions/me/limits');
  await call('PUT', '/sessions/me/limits', { ...limits, takesMessages: true, version });
  await until(isTrained, 90_000).catch(() => undefined);
  return { contextId, linkId: data[0].id };
}

/** The addresses of one row of each derived resource, created where there is none. One with a file cannot be created. */
async function rowsOfDerived(call: ApiCall, contextId: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = { contexts: contextId };
  const paths: Record<string, string> = {};
  for (const resource of derivedResources) {
    const { name, api, path } = resource;
    const scope: Record<string, string> = resource.scope === 'context' ? { contextId } : {};
    const { data } = await call('GET', `${api}?${new URLSearchParams({ ...scope, limit: '10' })}`);
    const create = () => call('POST', api, { ...scope, ...rowOf(resource, 'exemplo', ids) });
    const row: { id: string } = data[0] ?? (await create().catch(() => ({ id: randomUUID() })));
    ids[name] = row.id;
    if (path) Object.assign(paths, { [`${path}/:id`]: row.id, [`${path}/edit/:id`]: row.id });
  }
  return paths;
}

/** Buys a plan with a card of the sandbox gateway, and waits for its invoice. */
async function subscribe(owner: ApiCall, visitor: ApiCall): Promise<void> {
  const choice = { planId: 'business', period: 'MONTHLY' };
  const { setupId, clientSecret } = await owner('POST', '/subscription/payment-method/setup');
  await visitor('POST', `/sandbox/setups/${setupId}/confirm`, { clientSecret, card: 'approves' });
  const { amountNow } = await owner('POST', '/subscription/quote', choice);
  const { version } = await owner('GET', '/subscription');
  await owner('POST', '/subscription/checkout', { ...choice, version, amountNow, setupId });
  await until(async () => (await owner('GET', '/invoices')).data.length > 0, 20_000);
}

/** Returns the value of each `:name`, by the address as in the routes. */
export async function seed(
  owner: ApiCall,
  staff: ApiCall,
  visitor: ApiCall,
  origin: string,
): Promise<Record<string, string>> {
  const { contextId, linkId } = await fillAccount(owner, visitor, origin);
  await subscribe(owner, visitor);
  const storyPaths = await buildStories(owner, contextId);
  const faq = await idOf(owner, `/contents?contextId=${contextId}&type=FAQ&limit=10`);
  await owner('PUT', `/contents/${faq}`, { phrasings: ['quando chega?', 'demora muito pra entregar?'] });
  const demo = await owner<{ url: string }>('POST', '/demo-links', { contextId });
  const gaps = await until(async () => {
    const answer = await owner('GET', '/knowledge-gaps?limit=10');
    return answer.data.length > 0 ? (answer.data as { id: string }[]) : null;
  }, 20_000).catch(() => [{ id: randomUUID() }]);
  await owner('POST', '/prepared-answers', {
    contextId,
    shortcut: 'prazo',
    text: 'Seu pedido sai amanhã cedo e chega em até dois dias.',
  });
  await owner('POST', '/close-reasons', { contextId, reason: 'Resolvido' });
  return {
    ...storyPaths,
    ...(await rowsOfDerived(owner, contextId)),
    '/knowledge-gaps/:gapId': gaps[0]?.id ?? randomUUID(),
    '/contexts/edit/:id': contextId,
    '/knowledge-base/content/edit/:contentId': linkId,
    '/knowledge-base/content/edit/:contentId+faq': faq,
    '/seo-evaluation/:id': linkId,
    '/admin/chatbot/edit/:id': await idOf(staff, '/admin/models'),
    '/admin/plans/edit/:id': await idOf(staff, '/admin/plans'),
    '/admin/team/edit/:id': await idOf(staff, '/admin/staff'),
    '/admin/accounts/:id': await idOf(staff, '/admin/accounts'),
    '/invoices/:id': await idOf(owner, '/invoices'),
    '/users/edit/:id': await idOf(owner, '/users?limit=10'),
    '/conversations/:conversationId': await idOf(owner, `/conversations?contextId=${contextId}&limit=10`),
    '/test-questions/edit/:id': await idOf(owner, `/test-questions?contextId=${contextId}`),
    '/test-questions/:id': await idOf(owner, `/test-questions?contextId=${contextId}`),
    '/visitor-messages/:id': await idOf(owner, `/visitor-messages?contextId=${contextId}&limit=10`),
    '/settings/webhooks/:id': await idOf(owner, '/outgoing-webhooks?limit=10'),
    '/settings/webhooks/edit/:id': await idOf(owner, '/outgoing-webhooks?limit=10'),
    '/chat/channels/:id': await idOf(owner, `/channels?contextId=${contextId}&limit=10`),
    '/chat/channels/edit/:id': await idOf(owner, `/channels?contextId=${contextId}&limit=10`),
    '/settings/webhook-deliveries/:id': await idOf(owner, '/webhook-deliveries?limit=10'),
    '/invitation/:token': 'nao-ha',
    '/preview/:id': new URL(demo.url).pathname.split('/').at(-1) ?? '',
    widget: contextId,
  };
}
