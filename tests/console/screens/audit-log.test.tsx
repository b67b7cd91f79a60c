// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentenceOf } from '../../../src/console/features/identity/audit-log/entry-sentence.ts';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { AUDIT_ACTIONS, type AuditEntry } from '../../../src/shared/audit.ts';
import { problem } from './engine-stand-in.ts';
import { chooseOption, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('audit-log', 'platform-audit-log', 'audit', 'admin-policy'));

const ID = (at: number) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;
let made = 0;
const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: ID(++made),
  at: '2026-11-20T15:04:00.000Z',
  action: 'sign_out',
  group: 'access',
  accountId: ID(90),
  account: 'Empório Serra Azul',
  userId: ID(80),
  userName: 'Helena Prado',
  userRole: 'OWNER',
  actorName: null,
  subject: null,
  detail: {},
  ip: '203.0.113.7',
  ...more,
});
const describeEntry = (one: AuditEntry) => {
  const { who, did } = sentenceOf(one);
  return `${who} ${did}`;
};
const routes = screensAt('/audit-log', '/admin/audit', '/audit-log/refusals', '/admin/policy/decisions');

let entries: AuditEntry[];
beforeEach(() => {
  made = 0;
  entries = [
    entry({ action: 'sign_in', detail: { way: 'google' } }),
    entry({ action: 'role_changed', subject: 'bruno@loja.com.br', detail: { from: 'WRITER', to: 'READER' } }),
    entry({ action: 'plan_changed', userId: null, userName: null, actorName: 'Léo', subject: 'Empresarial' }),
  ];
  engine.on(({ path }) =>
    path.endsWith('/audit-log') ? { body: { data: entries, total: entries.length, page: 1, limit: 20 } } : undefined,
  );
});

describe('an audit entry', () => {
  it('is described in a sentence for every action', () => {
    for (const action of AUDIT_ACTIONS) {
      for (const detail of [{}, { how: 'signed_out', way: 'code', from: 'READER', to: 'READER', again: true }]) {
        const sentence = describeEntry(entry({ action, subject: 'algo', detail }));
        expect(sentence, action).not.toMatch(/audit|undefined|null|\{\{|_/);
        expect(sentence.length, action).toBeGreaterThan('Helena Prado '.length + 3);
      }
    }
  });

  it('names the person and the impersonator, and names nobody for a failed sign-in', () => {
    expect(describeEntry(entry({ action: 'account_edited', actorName: 'Léo' }))).toBe(
      'Léo, da equipe Prosa, no lugar de Helena Prado, editou os dados da conta',
    );
    expect(describeEntry(entry({ action: 'sign_in_failed', subject: 'helena@loja.com.br' }))).toBe(
      'Alguém tentou entrar como helena@loja.com.br e errou a senha',
    );
    expect(describeEntry(entry({ action: 'account_erased', userName: null, subject: 'x' }))).toMatch(
      /^A Prosa encerrou a conta/,
    );
    expect(describeEntry(entry({ action: 'inbox_leave', userName: null, subject: '20261127-0001' }))).toBe(
      'Um visitante voltou ao assistente (20261127-0001)',
    );
    expect(describeEntry(entries[1] as AuditEntry)).toBe(
      'Helena Prado mudou o perfil de bruno@loja.com.br de Editor para Leitor',
    );
  });
});

it('names what the policy refused, with the identifiers of policy.csv', async () => {
  const detail = { resource: 'inbox', action: 'take', neededRole: 'WRITER', neededFlag: 'fresh' };
  entries = [entry({ action: 'call_refused', detail })];
  const { user } = visit('/audit-log', routes);
  await user.click(
    await screen.findByText(/tentou assumir \(take\) em atendimento \(inbox\), que a política não permite/),
  );
  await screen.findByText('Editor (WRITER)');
  screen.getByText('sessão própria confirmada há pouco (fresh)');
});

it.each(['/audit-log/refusals', '/admin/policy/decisions'])('names what was decided at %s', async (address) => {
  engine.role = address.startsWith('/admin/') ? 'WM_ADMIN' : 'OWNER';
  const asked = { who: 'Bruno Lima', role: 'READER', resource: 'gateway-events', action: 'replay', refusal: 'role' };
  const needed = { flags: '', neededRole: 'WRITER', neededFlag: 'self', row: null, requestId: 'r-1', userId: ID(80) };
  const decision = { id: ID(1), at: '2026-11-20T15:04:00.000Z', ...asked, ...needed, allowed: false, count: 1 };
  engine.on(({ path }) =>
    path.endsWith('/access-decisions') ? { body: { data: [decision], total: 1, page: 1, limit: 20 } } : undefined,
  );
  visit(address, routes);
  await screen.findByRole('cell', { name: 'avisos do pagamento gateway-events' });
  screen.getByRole('cell', { name: 'reprocessar replay' });
});

describe('the audit log of an account', () => {
  it('groups entries by day and shows the details of each', async () => {
    const { user } = visit('/audit-log', routes);
    const line = await screen.findByText(/entrou com Google/);
    screen.getByText('20/11/2026');
    await user.click(line);
    await screen.findByText('20 de novembro de 2026 às 12:04');
    screen.getByText('Helena Prado (Proprietário)');
    expect(screen.queryByText('Empório Serra Azul')).toBeNull();
  });

  it('hides sign-ins until they are selected', async () => {
    const first = visit('/audit-log', routes);
    await screen.findByText(/entrou com Google/);
    const unasked = engine.calls('GET', '/audit-log')[0]?.query.getAll('group') ?? [];
    expect(unasked.length).toBeGreaterThan(3);
    expect(unasked).not.toContain('access');
    first.unmount();
    const { user, address } = visit('/audit-log', routes);
    await chooseOption(user, 'Atividade', 'Entradas e saídas');
    await waitFor(() => expect(engine.calls('GET', '/audit-log').at(-1)?.query.getAll('group')).toEqual(['access']));
    await waitFor(() => expect(address()).toContain('group=access'));
  });

  it('filters by kind, person and dates, and downloads the same rows with the token in a header', async () => {
    const address = '/audit-log?group=access&at_gte=2026-11-01&at_lte=2026-11-20&userId=' + ID(80);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = visit(address, routes);
    await screen.findByText(/entrou com Google/);
    const query = engine.calls('GET', '/audit-log')[0]?.query;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      group: 'access',
      at_gte: '2026-11-01T03:00:00.000Z',
      at_lte: '2026-11-21T02:59:59.999Z',
      userId: ID(80),
      page: '1',
    });
    await user.click(await screen.findByRole('button', { name: 'Baixar planilha' }));
    await waitFor(() => expect(engine.calls('GET', '/audit-log').some(({ query }) => query.get('format'))).toBe(true));
    const file = engine.calls('GET', '/audit-log').find(({ query }) => query.get('format') === 'csv');
    expect(file?.query.get('group')).toBe('access');
    expect(file?.query.get('page')).toBeNull();
    expect(file?.headers.authorization).toMatch(/^Bearer /);
    await waitFor(() => expect(saved).toHaveBeenCalled());
    vi.restoreAllMocks();
    expect([...(file?.query.values() ?? [])].join(' ')).not.toMatch(/h\.ey/);
  });

  it('filters by one person and clears the filter', async () => {
    const { user, address } = visit('/audit-log', routes);
    await user.click(await screen.findByText(/entrou com Google/));
    await user.click(await screen.findByRole('button', { name: 'Ver só o que envolve Helena Prado' }));
    await waitFor(() => expect(address()).toBe(`/audit-log?userId=${ID(80)}`));
    await user.click(await screen.findByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(address()).toBe('/audit-log'));
  });

  it('shows the empty state, the empty result, and why loading failed', async () => {
    entries = [];
    const first = visit('/audit-log', routes);
    await screen.findByText('Nada registrado ainda');
    first.unmount();
    const second = visit('/audit-log?group=people', routes);
    await screen.findByText('Nada corresponde aos filtros');
    second.unmount();
    engine.on(({ path }) => (path === '/audit-log' ? problem(500, 'internal', 'Deu errado aqui.') : undefined));
    visit('/audit-log', routes);
    await screen.findByText('Deu errado aqui.');
    expect(toasts()).toEqual([]);
  });
});

it('shows staff the entries of all accounts or of one', async () => {
  engine.role = 'WM_ADMIN';
  engine.fill('accounts', [
    { id: ID(90), type: 'CORPORATE', user: 'Helena Prado', companyName: 'Empório Serra Azul', email: 'h@loja' },
  ]);
  const { user, address } = visit('/admin/audit', routes);
  await screen.findByText(/trocou o plano|pôs a conta no plano/);
  expect(screen.getAllByText('Empório Serra Azul').length).toBeGreaterThanOrEqual(3);
  await user.click(await screen.findByRole('combobox', { name: 'Conta' }));
  await user.click(await screen.findByText('Empório Serra Azul', { selector: '.account-option *' }));
  await waitFor(() => expect(address()).toBe(`/admin/audit?accountId=${ID(90)}`));
  await waitFor(() => expect(engine.calls('GET', '/admin/audit-log').at(-1)?.query.get('accountId')).toBe(ID(90)));
});
