// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { problem } from './engine-stand-in.ts';
import { rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('audit', 'queue', 'webhook-deliveries', 'platform-invoices'));
const routes = screensAt('/admin/accounts', '/admin/accounts/:id', '/admin/general');
const AZUL = '018f0000-0000-7000-8000-00000000d001';
const ACCOUNT = {
  type: 'PERSONAL',
  user: 'Ana Lima',
  email: 'ana@loja.com.br',
  cnpj: null,
  companyName: null,
  planId: 'free',
  plan: 'Grátis',
  status: 'ACTIVE',
  period: 'MONTHLY',
  renewsAt: '2026-12-21T15:00:00.000Z',
  creditsUsed: 12.9,
  credits: 100,
  people: 1,
  contexts: 2,
  contents: 13,
  createdAt: '2026-03-02T12:00:00.000Z',
  lastActivityAt: null,
  deletesAt: null,
};
const PLANS = {
  data: [
    { id: 'free', name: 'Grátis' },
    { id: 'professional', name: 'Profissional' },
  ],
};
const WHEN = '2026-11-20T12:00:00.000Z';
const BOT = {
  name: 'Filial',
  findings: [],
  pausedUntil: null,
  daily: { used: 3, limit: null },
  monthly: { used: 30, limit: null },
  credits: { used: 0, limit: null },
  withoutCredits: 'faq',
  contents: { done: 2, waiting: 0, failed: 0 },
  sites: [],
  refusedSite: null,
  installedAt: null,
  lastQuestionAt: WHEN,
  questions: 12,
  unanswered: 3,
  failed: 1,
};
const HEALTH = {
  model: null,
  creditsLeft: 0,
  bots: [
    {
      ...BOT,
      id: '018f0000-0000-7000-8000-00000000e001',
      name: 'Loja',
      findings: ['daily', 'no_credits', 'site_refused'],
      daily: { used: 100, limit: 100 },
      refusedSite: 'https://outra.com.br',
    },
    { ...BOT, id: '018f0000-0000-7000-8000-00000000e002' },
  ],
};
const SETTINGS = { signUpsOpen: true, initialPlanId: 'free', supportEmail: '', announcement: '' };
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));
const account = async (name: RegExp) => {
  await screen.findByRole('heading', { level: 1, name });
  return screen;
};

beforeEach(() => {
  engine.role = 'WM_ADMIN';
  engine.fill('accounts', [
    { ...ACCOUNT, id: '018f0000-0000-7000-8000-00000000d000' },
    {
      ...ACCOUNT,
      id: AZUL,
      type: 'CORPORATE',
      user: 'Bia',
      cnpj: '11222333000181',
      companyName: 'Loja Azul Ltda.',
      status: 'FAILURE_PAYMENT',
      deletesAt: null,
    },
  ]);
  engine.on((call) => {
    if (call.path === '/admin/plans') return { body: PLANS };
    if (call.method === 'PUT' && call.path === `/admin/accounts/${AZUL}/plan`) {
      const row = engine.table('accounts').find(({ id }) => id === AZUL);
      return { body: Object.assign(row ?? {}, { planId: 'professional', plan: 'Profissional', status: 'ACTIVE' }) };
    }
    if (call.path !== '/admin/general') return undefined;
    return { body: call.method === 'PUT' ? call.body : SETTINGS };
  });
});

it('lists accounts with name or company, plan, usage, status and last activity', async () => {
  visit('/admin/accounts', routes);
  const ana = await rowOf('Ana Lima');
  ana.getByText('12 de 100 créditos');
  expect(ana.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('13');
  ana.getByText('Nunca usada');
  const azul = await rowOf('Loja Azul Ltda.');
  azul.getByText('11.222.333/0001-81');
  azul.getByText('Falha na cobrança');
});

it('opens an account and changes its plan', async () => {
  const { user, address } = visit(`/admin/accounts/${AZUL}`, routes);
  const page = await account(/Loja Azul/);
  await page.findByText('13');
  page.getByText('Contextos');
  page.getByText('Bia · ana@loja.com.br');
  await user.click(await page.findByRole('button', { name: 'Mudar plano' }));
  const change = await dialog(/Mudar plano de Loja Azul/);
  change.getByText(/O plano muda agora e nada é cobrado.*21 de dezembro de 2026.*recusado/);
  change.getByText(/fica só no registro/);
  await user.click(await change.findByLabelText('Plano'));
  await user.click(await screen.findByTitle('Profissional'));
  await user.click(change.getByLabelText('Anual'));
  await user.click(change.getByLabelText('Ignorar webhook'));
  await user.click(change.getByRole('button', { name: 'Mudar plano' }));
  await change.findByText('Obrigatório');
  expect(engine.calls('PUT', `/admin/accounts/${AZUL}/plan`)).toEqual([]);
  await user.type(change.getByLabelText('Motivo'), 'Cobrança em dobro');
  await user.click(change.getByRole('button', { name: 'Mudar plano' }));
  await waitFor(() => expect(toasts()).toEqual(['Loja Azul Ltda. agora está no plano Profissional.']));
  expect(engine.calls('PUT', `/admin/accounts/${AZUL}/plan`)[0]?.body).toEqual({
    planId: 'professional',
    period: 'YEARLY',
    ignoreWebhook: true,
    reason: 'Cobrança em dobro',
  });
  await page.findByText('Profissional');
  await waitFor(() => expect(address()).toBe(`/admin/accounts/${AZUL}`));
});

it('shows the credit ledger, and grants credits once with a reason', { timeout: 60_000 }, async () => {
  const entry = { lasting: 0, isHeld: false, contextId: null, contextName: '', reason: '' };
  const createdAt = '2026-11-20T12:00:00.000Z';
  const balance = { granted: 100, monthly: 87.1, lasting: 0, periodStart: createdAt };
  const entries = [
    { ...entry, cause: 'answer:1:2', amount: -0.2, isHeld: true, contextName: 'Loja de Curitiba', createdAt },
    { ...entry, cause: 'ended:period:x', amount: -12.7, createdAt },
    { ...entry, cause: 'opening', amount: 100, createdAt },
  ];
  let attempts = 0;
  engine.on(({ method, path, query, body }) => {
    if (method === 'POST' && path === `/admin/accounts/${AZUL}/credits`) {
      if (++attempts === 1) return problem(503, 'internal', 'Falhou.');
      const { credits, reason } = body as { credits: number; reason: string };
      const gift = { ...entry, cause: 'gift:1', amount: credits, lasting: credits, reason, createdAt };
      entries.unshift(gift);
      balance.lasting = credits;
      return { body: balance };
    }
    if (path !== `/admin/accounts/${AZUL}/ledger`) return undefined;
    const page = Number(query.get('page'));
    return { body: { balance, data: entries.slice(page * 2 - 2, page * 2), total: 21, page, limit: 20 } };
  });
  const { user } = visit(`/admin/accounts/${AZUL}`, routes);
  const page = await account(/Loja Azul/);
  await user.click(await page.findByRole('tab', { name: 'Créditos' }));
  await page.findByText('87,1');
  const moves = () => page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(moves()[0]).toMatch(/^Resposta.*Loja de Curitiba.*Reservado-0,2$/);
  expect(moves()[1]).toMatch(/^Créditos que venceram.*-12,7$/);
  await user.click(page.getByRole('button', { name: 'Mostrar mais' }));
  await waitFor(() => expect(moves()[2]).toMatch(/^Créditos iniciais.*\+100$/));
  await user.click(await page.findByRole('button', { name: 'Dar créditos' }));
  const form = await dialog(/Dar créditos a Loja Azul/);
  await user.click(form.getByRole('button', { name: 'Dar créditos' }));
  await waitFor(() => expect(form.getAllByText('Obrigatório')).toHaveLength(2));
  await user.click(form.getByLabelText('Créditos'));
  await user.paste('12,5');
  await user.click(form.getByLabelText('Motivo'));
  await user.paste(' Parada de ontem ');
  await user.click(form.getByRole('button', { name: 'Dar créditos' }));
  await waitFor(() => expect(toasts()).toEqual(['Falhou.']));
  await user.click(form.getByRole('button', { name: 'Dar créditos' }));
  await waitFor(() => expect(toasts()).toContain('Loja Azul Ltda. ganhou 12,5 créditos.'));
  await waitFor(() => expect(moves()[0]).toMatch(/^Créditos dados pela equipe.*Parada de ontem.*\+12,5$/));
  const calls = engine.calls('POST', `/admin/accounts/${AZUL}/credits`);
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ credits: 12.5, reason: 'Parada de ontem' }));
  // The result of the first request is unknown, so the retry uses the same idempotency key.
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

it('shows the gateway events of an account and reprocesses a parked one', async () => {
  const event = {
    gateway: 'sandbox',
    id: 'evt_1',
    type: 'payment.paid',
    accountId: AZUL,
    customerId: 'cus_9',
    attempts: 7,
    state: 'parked',
    reason: 'unknown_customer',
    receivedAt: '2026-11-20T12:00:00.000Z',
    nextTryAt: null,
  };
  engine.on(({ method, path }) => {
    if (method === 'POST' && path === '/admin/gateway-events/sandbox/evt_1/replay')
      return { body: Object.assign(event, { state: 'applied', reason: null }) };
    return path === `/admin/accounts/${AZUL}/billing-events`
      ? { body: { data: [event], total: 1, page: 1, limit: 20 } }
      : undefined;
  });
  const { user } = visit(`/admin/accounts/${AZUL}`, routes);
  const page = await account(/Loja Azul/);
  await user.click(await page.findByRole('tab', { name: 'Avisos de cobrança' }));
  await page.findByText('Parado');
  for (const text of ['Cliente desconhecido', 'cus_9', '7 novas tentativas', 'Não tenta mais sozinho'])
    page.getByText(text);
  await user.click(await page.findByRole('button', { name: 'Reprocessar payment.paid' }));
  await page.findByText('Aplicado');
  await waitFor(() => expect(toasts()).toEqual(['Aviso aplicado: a assinatura está como o meio de pagamento diz.']));
});

it('shows why a bot does not answer', async () => {
  engine.on(({ path }) => (path === `/admin/accounts/${AZUL}/health` ? { body: HEALTH } : undefined));
  visit(`/admin/accounts/${AZUL}`, routes);
  const shop = within(await screen.findByRole('region', { name: 'Loja' }));
  expect(shop.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Chegou ao limite de perguntas do dia',
    'A conta está sem créditos (0): responde da base, sem modelo',
    'O widget foi recusado em https://outra.com.br, que não está na lista',
  ]);
  shop.getByText('100 de 100');
  shop.getByText('12 perguntas, 3 sem resposta, 1 com falha');
  within(screen.getByRole('region', { name: 'Filial' })).getByText('Responde normalmente');
});

it('ends all sessions of an account, with a reason, and shows denials with the row that would allow them', async () => {
  const session = { id: 's1', userId: 'u1', user: 'Bia', email: 'bia@loja.com.br', isStaff: false };
  const moments = { signedInAt: WHEN, usedAt: WHEN, expiresAt: WHEN };
  let sessions = [{ ...session, ...moments, way: 'password', ip: '203.0.113.7' }];
  const entry = { id: 'e1', at: WHEN, action: 'call_refused', userName: 'Caio', actorName: null, ip: null };
  const detail = { row: '65: p, WRITER, any, hyperlinks, manage' };
  engine.on(({ method, path, query }) => {
    if (method === 'POST' && path === `/admin/accounts/${AZUL}/sessions/end`) {
      sessions = [];
      return { status: 204 };
    }
    if (path === `/admin/accounts/${AZUL}/sessions`)
      return { body: { data: sessions, factors: [], devices: [{ user: 'Bia', seenAt: WHEN }] } };
    if (path !== '/admin/audit-log' || query.get('accountId') !== AZUL) return undefined;
    return { body: { data: [{ ...entry, detail }], total: 1, page: 1, limit: 20 } };
  });
  const { user } = visit(`/admin/accounts/${AZUL}`, routes);
  await user.click(await screen.findByRole('tab', { name: 'Acessos' }));
  await screen.findByText('203.0.113.7');
  screen.getByText('Bia: 1 navegador, usado', { exact: false });
  await screen.findByText(detail.row);
  screen.getByText('Tentou o que a política não permite');
  await user.click(screen.getByRole('button', { name: 'Encerrar todas' }));
  const ask = await dialog(/Encerrar as sessões de Loja Azul/);
  await user.type(ask.getByLabelText('Motivo'), 'Celular roubado');
  await user.click(ask.getByRole('button', { name: 'Encerrar todas' }));
  await screen.findByText('Ninguém desta conta está com sessão aberta.');
  expect(engine.calls('POST', `/admin/accounts/${AZUL}/sessions/end`)[0]?.body).toEqual({ reason: 'Celular roubado' });
});

it('shows that an account does not exist and does not retry', async () => {
  visit('/admin/accounts/018f0000-0000-7000-8000-00000000ffff', routes);
  const page = await account(/Carregando conta/);
  await page.findByText('Não encontramos o que você procura');
  expect(page.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
});

it('saves the general settings that changed and shows errors at their fields', async () => {
  const { user } = visit('/admin/general', routes);
  const save = await screen.findByRole('button', { name: 'Salvar configurações' });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  await waitFor(() => expect((screen.getByRole('switch') as HTMLButtonElement).disabled).toBe(false));
  await user.click(screen.getByRole('switch'));
  await user.type(screen.getByLabelText('E-mail de suporte'), 'ajuda');
  await user.type(screen.getByLabelText('Comunicado'), ' Manutenção às 22h. ');
  await user.click(save);
  await screen.findByText(/^Informe um e-mail válido/);
  expect(engine.calls('PUT', '/admin/general')).toEqual([]);
  await user.type(screen.getByLabelText('E-mail de suporte'), '@prosa.com.br');
  await user.click(save);
  await waitFor(() => expect(toasts()).toEqual(['Configurações salvas.']));
  expect(engine.calls('PUT', '/admin/general')[0]?.body).toEqual({
    signUpsOpen: false,
    supportEmail: 'ajuda@prosa.com.br',
    announcement: 'Manutenção às 22h.',
  });
  engine.on((call) =>
    call.method === 'PUT' && call.path === '/admin/general' ? problem(500, 'internal', 'Falhou.') : undefined,
  );
  await user.click(screen.getByRole('switch'));
  await user.click(save);
  await waitFor(() => expect(toasts()).toContain('Falhou.'));
});
