// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import type { PlanRecord } from '../../../src/shared/plans.ts';
import { rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('plan-catalogue', 'pack-catalogue', 'plan'));
const routes = screensAt('/admin/plans');

const gold: PlanRecord = {
  id: 'ouro',
  name: 'Ouro',
  rank: 3,
  monthlyPrice: 9_900,
  yearlyPrice: 99_000,
  yearlySaving: 0,
  credits: 1_000,
  itemLimit: 500,
  contextLimit: 20,
  userLimit: 10,
  flags: [],
  modelId: null,
  isOffered: true,
  accounts: 2,
  version: 'v1',
};
const pack = {
  id: 'mil',
  name: 'Mil créditos',
  price: 5_000,
  credits: 1_000,
  isOffered: false,
  version: 'v1',
};

let plans: PlanRecord[];
beforeEach(() => {
  engine.role = 'WM_ADMIN';
  plans = [gold];
  engine.on(({ method, path, body }) => {
    if (method === 'PUT' && path === '/admin/plans/ouro') {
      plans = [{ ...gold, ...(body as Partial<PlanRecord>) }];
      return { body: plans[0] };
    }
    if (method !== 'GET' && path.startsWith('/admin/packs')) return { body: pack };
    if (path === '/admin/plans/ouro') return { body: plans[0] };
    if (path === '/admin/packs/mil') return { body: pack };
    if (path === '/admin/plans') return { body: { data: plans, total: plans.length, page: 1, limit: 20 } };
    if (path === '/admin/packs') return { body: { data: [pack], total: 1, page: 1, limit: 100 } };
    if (path === '/admin/models') return { body: { data: [], total: 0 } };
    return path === '/admin/sandbox'
      ? { body: { now: '2026-11-20T12:00:00Z', aheadSeconds: 0, nextAt: null } }
      : undefined;
  });
});

it('lists plans and packs with their prices, and sorts packs by the chosen column', async () => {
  const { user } = visit('/admin/plans', routes);
  const plan = await rowOf('Ouro');
  plan.getByText('Oferecido');
  plan.getByText('R$ 99,00');
  (await rowOf('Mil créditos')).getByText('Não oferecido');
  const packs = within(await screen.findByRole('region', { name: 'Pacotes de créditos' }));
  await user.click(packs.getByRole('columnheader', { name: 'Créditos' }));
  await waitFor(() => expect(engine.calls('GET', '/admin/packs').at(-1)?.query.get('sort')).toBe('credits'));
});

it('asks before what was typed in a plan is lost', async () => {
  const { user, address } = visit(['/admin/plans', '/admin/plans/new'], routes);
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar plano' }));
  await user.type(dialog.getByLabelText('Nome'), 'Prata');
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('Prata');
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
  await waitFor(() => expect(address()).toBe('/admin/plans'));
});

it('reads typed and pasted numbers with thousands separators', async () => {
  const { user } = visit('/admin/plans/new', routes);
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar plano' }));
  const fill = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  await fill('Nome', 'Prata');
  await fill('Preço mensal', '99.000.000');
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await dialog.findByText('O maior valor é R$ 10.000.000,00');
  await fill('Preço mensal', '1.234,56');
  await user.clear(dialog.getByLabelText('Preço anual'));
  await user.click(dialog.getByLabelText('Preço anual'));
  await user.paste('R$ 12.345');
  await fill('Créditos por mês', '1.500,5');
  await fill('Conteúdos', '1.000');
  await fill('Contextos', '12');
  await fill('Pessoas', '2,5');
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(engine.calls('POST', '/admin/plans')).toHaveLength(1));
  expect(engine.calls('POST', '/admin/plans')[0]?.body).toMatchObject({
    monthlyPrice: 123_456,
    yearlyPrice: 1_234_500,
    credits: 1_500.5,
    itemLimit: 1_000,
    contextLimit: 12,
    userLimit: 3,
  });
});

it('edits a plan at its own address and then shows it as saved', async () => {
  const { user, address } = visit('/admin/plans', routes);
  await user.click(await screen.findByRole('link', { name: 'Ouro' }));
  await waitFor(() => expect(address()).toBe('/admin/plans/edit/ouro'));
  const dialog = within(await screen.findByRole('dialog', { name: /Ouro/ }));
  const name = await dialog.findByLabelText('Nome');
  await user.clear(name);
  await user.type(name, 'Ouro fino');
  dialog.getByText(/2 contas estão neste plano/);
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await rowOf('Ouro fino');
  await waitFor(() => expect(address()).toBe('/admin/plans'));
  await waitFor(() => expect(toasts()).toEqual(['Salvamos as alterações.']));
});

it('edits and adds credit packs over the page', async () => {
  const { user } = visit('/admin/plans', routes);
  await rowOf('Mil créditos');
  await user.click(await screen.findByRole('button', { name: 'Editar Mil créditos' }));
  const edited = within(await screen.findByRole('dialog', { name: 'Editar Mil créditos' }));
  expect(await edited.findByLabelText('Preço')).toHaveProperty('value', '50,00');
  await user.click(edited.getByRole('switch'));
  await user.click(edited.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(engine.calls('PUT', '/admin/packs/mil')[0]?.body).toEqual({ isOffered: true, version: 'v1' }),
  );
  await user.click(screen.getByRole('button', { name: 'Adicionar pacote' }));
  const added = within(await screen.findByRole('dialog', { name: 'Adicionar pacote' }));
  await user.type(await added.findByLabelText('Nome'), 'Meio crédito');
  await user.type(added.getByLabelText('Preço'), '0,50');
  await user.type(added.getByLabelText('Créditos'), '0,5');
  await user.click(added.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(engine.calls('POST', '/admin/packs')[0]?.body).toEqual({
      ...{ name: 'Meio crédito', price: 50, credits: 0.5, isOffered: true },
    }),
  );
});
