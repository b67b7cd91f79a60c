// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPolicy, readPolicyTexts } from '../../../access-control/policy-files.ts';
import type { LoggedDecision } from '../../../access-control/replay-decisions.ts';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { openPolicyExplorer, type PolicyExplorer } from '../../../src/server/staff/policy/policy-explorer.ts';
import type { PolicyQuestion } from '../../../src/shared/policy.ts';
import { problem } from './engine-stand-in.ts';
import { screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/admin/policy');
/** The server's own policy explorer answers the requests, so the screen shows the real policy. */
let explorer: PolicyExplorer;
let policy: string;
beforeAll(async () => {
  await loadMessages('admin-policy');
  const texts = await readPolicyTexts();
  policy = texts.policy;
  explorer = openPolicyExplorer(await openPolicy(), texts);
  // The first calculation is slow and its result is cached.
  await explorer.show();
}, 60_000);
/** A sample of the resources: happy-dom renders the thousand buttons of the whole table too slowly. */
const INCLUDED = 'hyperlinks contents appearance limits users queue invoices account'.split(' ');
async function shown() {
  const { resources, table, ...rest } = await explorer.show();
  const isIncluded = ({ resource }: { resource: string }) => INCLUDED.includes(resource);
  return { ...rest, resources: resources.filter(isIncluded), table: table.filter(isIncluded) };
}
const pick = async (user: ReturnType<typeof visit>['user'], resource: string) => {
  const field = await screen.findByRole('combobox', { name: 'Recurso' });
  await user.click(field);
  await user.click(await screen.findByTitle(new RegExp(` \\(${resource}\\)$`)));
};

/** One decision a day: an administrator sends an invitation again. */
async function* decisionsOf(days: number): AsyncGenerator<LoggedDecision[]> {
  const decision = {
    allowed: true,
    refusal: null,
    role: 'ADMIN',
    flags: ['self'],
    resource: 'users',
    action: 'resend',
  };
  const by = { who: 'Bruno Lima', account: 'Empório Serra Azul', at: '2026-11-20T15:04:00.000Z', requestId: 'r-1' };
  yield [{ ...decision, ...by, count: days }];
}

beforeEach(() => {
  engine.role = 'WM_READER';
  engine.on(async ({ path, body }) => {
    if (path === '/admin/policy') return { body: await shown() };
    if (path === '/admin/policy/ask') {
      const query = body as PolicyQuestion | { who: { resource: string; action: string } };
      return { body: 'who' in query ? explorer.holders(query.who) : explorer.ask(query) };
    }
    if (path === '/admin/policy/replay') {
      const { policy: text, days } = body as { policy: string; days: number };
      return { body: await explorer.replay(text, decisionsOf(days)) };
    }
    if (path !== '/admin/policy/compare') return undefined;
    const { before } = body as { before: string };
    if (before.includes('???')) {
      const errors = [{ field: 'before', code: 'invalid', message: 'Linha 1: não se entende.' }];
      return problem(422, 'invalid_input', 'Confira os campos destacados.', { errors });
    }
    return { body: await explorer.compare({ before }) };
  });
});

const search = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar recurso ou ação' }), { target: { value: text } });

describe('the table', () => {
  it('shows yes, no or a condition, and a cell shows the deciding row', { timeout: 30_000 }, async () => {
    const { user } = visit('/admin/policy', routes);
    await screen.findByRole('searchbox', { name: 'Buscar recurso ou ação' });
    search('hyperlinks criar');
    await user.click(
      await screen.findByRole('button', { name: 'Administrador (ADMIN): links (hyperlinks), criar (create): Sim' }),
    );
    const verdict = within(await screen.findByRole('region', { name: 'Resposta' }));
    await verdict.findByText('p, WRITER, any, hyperlinks, manage');
    verdict.getByText(
      'Editor (WRITER), em qualquer plano, pode gerenciar (manage) em links (hyperlinks). Administrador (ADMIN) herda de Editor (WRITER).',
    );
    await user.click(screen.getByRole('button', { name: 'Leitor (READER): links (hyperlinks), criar (create): Não' }));
    await screen.findByText('ter o perfil Editor (WRITER)');
    search('appearance edit');
    await screen.findByRole('button', {
      name: /^Administrador \(ADMIN\): .*\(appearance\).*: Com plano aparência do chat \(customizeWidget\)$/,
    });
    search('isto não existe');
    await screen.findByText('Nada corresponde aos filtros');
  });

  it('can be navigated with the arrow keys', { timeout: 30_000 }, async () => {
    const { user } = visit('/admin/policy', routes);
    await screen.findByRole('searchbox', { name: 'Buscar recurso ou ação' });
    search('hyperlinks');
    const cell = await screen.findByRole('button', { name: /^Qualquer um \(ANYONE\): .*\(hyperlinks\).*\(list\)/ });
    cell.focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement?.getAttribute('data-at')).toBe('1 1');
  });
});

describe('questions', () => {
  it('opens the tab of the address and answers once the question is complete', { timeout: 30_000 }, async () => {
    const { user } = visit('/admin/policy?tab=ask', routes);
    await screen.findByText(/A resposta vem com a linha/);
    await pick(user, 'limits');
    const verdict = within(await screen.findByRole('region', { name: 'Resposta' }));
    const own = within(await verdict.findByRole('region', { name: 'Na própria conta' }));
    own.getByText('Sim');
    own.getByText('p, READER, any, limits, show');
    verdict.getByRole('region', { name: 'Com chave de API' });
  });

  it('lists every role that may perform an action, with its row', { timeout: 30_000 }, async () => {
    const { user } = visit('/admin/policy?tab=who', routes);
    await pick(user, 'queue');
    const own = await screen.findByRole('heading', { name: 'Na própria conta' });
    within(own.parentElement!).getByText('WM_ADMIN');
    expect(screen.getAllByText('Ninguém')).toHaveLength(2);
    screen.getByText('p, WM_ADMIN, any, every, every');
  });
});

describe('comparing two versions', () => {
  const compare = async (text: string) => {
    const { user } = visit('/admin/policy?tab=compare', routes);
    const input = await screen.findByRole('textbox', { name: 'Outra versão de policy.csv' });
    fireEvent.change(input, { target: { value: text } });
    await user.click(screen.getByRole('button', { name: 'Comparar' }));
  };

  it('shows added and removed rows and the changed answers', { timeout: 30_000 }, async () => {
    await compare(policy.replace('p, ADMIN, self, users, resend', 'p, WRITER, self, users, resend'));
    await screen.findByText('1 linha entrou');
    screen.getByText('1 linha saiu');
    screen.getByText('p, ADMIN, self, users, resend');
    expect(screen.getAllByText('resend')[0]?.parentElement?.textContent).toBe('reenviar convite resend');
  });

  it('shows that nothing changed, and which line is invalid', { timeout: 30_000 }, async () => {
    await compare(policy);
    await screen.findByText(/Nenhuma diferença/);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '???' } });
    await waitFor(() => expect(screen.queryByText(/Nenhuma diferença/)).toBeNull());
    fireEvent.submit(screen.getByRole('textbox').closest('form') as HTMLFormElement);
    await screen.findByText('Linha 1: não se entende.');
  });
});

it('shows what another version would have decided, by role and person', { timeout: 30_000 }, async () => {
  const { user } = visit('/admin/policy?tab=compare', routes);
  const input = await screen.findByRole('textbox', { name: 'Outra versão de policy.csv' });
  const other = policy.replace('p, ADMIN, self, users, resend', 'p, OWNER, self, users, resend');
  fireEvent.change(input, { target: { value: other } });
  await user.click(screen.getByRole('button', { name: 'Refazer decisões' }));
  const result = within(await screen.findByRole('region', { name: 'Refazer decisões' }));
  result.getByText('30 de 30 decisões seriam outras');
  result.getByText('Bruno Lima, Empório Serra Azul (30)');
  fireEvent.change(input, { target: { value: policy } });
  await user.click(screen.getByRole('button', { name: 'Refazer decisões' }));
  await screen.findByText('Todas as 30 decisões seriam as mesmas.');
});

it('shows what is proven of the policy', async () => {
  visit('/admin/policy?tab=proofs', routes);
  await screen.findByText('Só OWNER muda ou encerra a conta');
  expect(screen.getAllByText(/^Provado com \d+ perguntas$/).length).toBeGreaterThan(15);
});

it('shows why the policy could not be loaded', async () => {
  engine.on(({ path }) => (path === '/admin/policy' ? problem(500, 'internal', 'Deu errado aqui.') : undefined));
  visit('/admin/policy', routes);
  await screen.findByText('Deu errado aqui.');
});
