// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choice, count, text } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { defineResource } from '../../../resources/kit/resource.ts';
import { i18n } from '../../../src/console/providers/i18n.ts';
import { type Row, USER } from './engine-stand-in.ts';
import { expectRows, routesOf, useStandIn, visit } from './render-screen.tsx';

const suppliers = defineResource({
  name: 'suppliers',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  path: '/suppliers',
  fields: {
    name: text(),
    status: choice(['active', 'blocked'], { initial: 'active' }),
    score: count({ initial: 0, guarded: true }),
    bank: text({ optional: true, guarded: true }),
    pin: text({ optional: true, guarded: true }),
  },
  list: {
    columns: ['name', 'score', 'bank'],
    search: ['name', 'bank'],
    filters: ['status', 'score'],
    sort: 'name',
    export: true,
  },
  form: ['name', ['score', 'bank'], 'pin'],
  history: true,
  actions: ['list', 'show', 'create', 'edit', 'export', 'history'],
}) as unknown as Resource;

const WORDS = {
  title: 'Fornecedores',
  intro: 'De quem você compra.',
  one: 'fornecedor',
  new: 'Adicionar fornecedor',
  edit: 'Editar fornecedor',
  fields: { name: 'Nome', status: 'Situação', score: 'Nota', bank: 'Banco', pin: 'Senha' },
  options: { status: { active: 'Ativo', blocked: 'Bloqueado' } },
};

const engine = useStandIn([suppliers]);
let mill: Row;
let allowed: Record<string, string[]>;
beforeEach(() => {
  i18n.addResourceBundle('pt-BR', 'translation', { suppliers: WORDS }, true);
  allowed = { suppliers: [...suppliers.actions] };
  engine.on(({ path }) =>
    path === '/users/me' ? { body: { ...USER, role: 'WRITER', permissions: { allowed, byPlan: {} } } } : undefined,
  );
  [mill] = engine.fill('suppliers', [
    { name: 'Moinho', status: 'active', score: 7, bank: 'Banco 77', pin: null, version: 'v1' },
    { name: 'Padaria', status: 'blocked', score: 3, bank: null, pin: null, version: 'v1' },
  ]) as [Row, Row];
});

describe('guarded fields', () => {
  it('are hidden from lists and pages of those who may not read them', async () => {
    visit('/suppliers', routesOf(suppliers));
    await expectRows(['Moinho', 'Padaria']);
    expect(screen.queryByText('Banco 77')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Banco' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Nota' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Nota/ })).toBeNull();
    cleanup();
    allowed['suppliers.bank'] = ['read'];
    visit(`/suppliers/${mill.id}`, routesOf(suppliers));
    await screen.findByText('Banco 77');
    expect(screen.queryByText('Nota')).toBeNull();
  });

  it('are read-only in forms of those who may not write them, and absent if they may not be read either', async () => {
    allowed['suppliers.bank'] = ['read'];
    allowed['suppliers.pin'] = ['write'];
    const { user } = visit(`/suppliers/edit/${mill.id}`, routesOf(suppliers));
    const dialog = await screen.findByRole('dialog');
    const bank = await within(dialog).findByLabelText(/^Banco/);
    expect(bank).toHaveProperty('disabled', true);
    expect(bank).toHaveProperty('value', 'Banco 77');
    expect(within(dialog).queryByLabelText(/^Nota/)).toBeNull();
    await user.type(within(dialog).getByLabelText(/^Senha/), '4429');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(engine.calls('PUT', /suppliers/)).toHaveLength(1));
    expect(engine.calls('PUT', /suppliers/)[0]?.body).toEqual({ pin: '4429', version: 'v1' });
  });
});

describe('the export of a list', () => {
  it('downloads the rows as they are filtered and sorted', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    engine.on(({ path }) => (path === '/suppliers/export' ? { body: 'ok' } : undefined));
    const { user } = visit('/suppliers', routesOf(suppliers));
    await user.type(await screen.findByRole('searchbox'), 'moinho{Enter}');
    await expectRows(['Moinho']);
    await user.click(screen.getByRole('button', { name: 'Exportar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
    await waitFor(() => expect(engine.calls('GET', '/suppliers/export')).toHaveLength(1));
    const [{ query } = {}] = engine.calls('GET', '/suppliers/export');
    expect([...(query ?? [])].sort()).toEqual([
      ['format', 'xlsx'],
      ['search', 'moinho'],
      ['sort', 'name'],
    ]);
    vi.restoreAllMocks();
  });

  it('is only for those who may', async () => {
    allowed.suppliers = ['list'];
    visit('/suppliers', routesOf(suppliers));
    await expectRows(['Moinho', 'Padaria']);
    expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
  });
});

describe('the history of a row', () => {
  const changed = {
    id: '018f0000-0000-7000-8000-00000000f001',
    at: '2026-11-20T12:00:00.000Z',
    action: 'suppliers_edit',
    userName: 'Bia',
    actorName: null,
    detail: { id: 'x', before: { name: 'Moinho Velho' }, after: { name: 'Moinho' } },
  };
  beforeEach(() => {
    engine.on(({ path }) =>
      path.endsWith('/history') ? { body: { data: [changed], total: 1, page: 1, limit: 50 } } : undefined,
    );
  });

  it('is a link in the menu of a row, also for those whose rows lead to the form', async () => {
    const { user, address } = visit('/suppliers', routesOf(suppliers));
    await user.click(await screen.findByRole('button', { name: 'Ações de Moinho' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Histórico' }));
    await screen.findByText(/Bia mudou/);
    expect(address()).toBe(`/suppliers/${mill.id}`);
  });

  it('says who changed what, and brings a value back by an ordinary edit', async () => {
    const { user } = visit(`/suppliers/${mill.id}`, routesOf(suppliers));
    await screen.findByText(/Bia mudou/);
    await screen.findByText('Moinho Velho');
    await user.click(screen.getByRole('button', { name: 'Voltar a este valor de Nome' }));
    await screen.findByText('O campo Nome voltou ao valor anterior.');
    expect(engine.calls('PUT', /suppliers/).map(({ body }) => body)).toEqual([{ name: 'Moinho Velho', version: 'v1' }]);
  });

  it('offers to bring nothing back without the right to edit, and is hidden without its own', async () => {
    allowed.suppliers = ['list', 'show', 'history'];
    visit(`/suppliers/${mill.id}`, routesOf(suppliers));
    await screen.findByText(/Bia mudou/);
    expect(screen.queryByRole('button', { name: /Voltar ao valor/ })).toBeNull();
    cleanup();
    allowed.suppliers = ['list', 'show'];
    visit(`/suppliers/${mill.id}`, routesOf(suppliers));
    await screen.findByText('Situação');
    expect(screen.queryByText('Histórico')).toBeNull();
  });
});
