// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { count, text, toggle, when } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { defineResource } from '../../../resources/kit/resource.ts';
import { i18n } from '../../../src/console/providers/i18n.ts';
import { problem, USER } from './engine-stand-in.ts';
import { routesOf, useStandIn, visit } from './render-screen.tsx';

const machines = defineResource({
  name: 'machines',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  path: '/machines',
  fields: {
    name: text(),
    isRented: toggle({ initial: false }),
    code: text({ max: 8 }),
    rent: when({ isRented: [true] }, count()),
    pin: text({ optional: true, guarded: true }),
  },
  list: { columns: ['name'], sort: 'name' },
  form: { main: ['name', 'isRented'], plate: ['code'], rental: ['rent'], secrets: ['pin'] },
  hasFormTabs: true,
  actions: ['list', 'show', 'create', 'edit'],
}) as unknown as Resource;

const WORDS = {
  title: 'Máquinas',
  intro: 'O que trabalha por você.',
  one: 'máquina',
  new: 'Adicionar máquina',
  edit: 'Editar máquina',
  fields: { name: 'Nome', isRented: 'Alugada', code: 'Código', rent: 'Aluguel', pin: 'Senha' },
  sections: { main: 'Cadastro', plate: 'Placa', rental: 'Contrato', secrets: 'Segredos' },
};

const engine = useStandIn([machines]);
let allowed: Record<string, string[]>;
beforeEach(() => {
  i18n.addResourceBundle('pt-BR', 'translation', { machines: WORDS }, true);
  allowed = { machines: [...machines.actions] };
  engine.on(({ path }) =>
    path === '/users/me' ? { body: { ...USER, role: 'WRITER', permissions: { allowed, byPlan: {} } } } : undefined,
  );
});

async function openForm() {
  const { user } = visit('/machines/new', routesOf(machines));
  const form = within(await screen.findByRole('dialog'));
  await form.findByLabelText('Nome');
  const names = () => form.getAllByRole('tab').map((tab) => tab.textContent);
  const open = () => form.getByRole('tab', { selected: true }).textContent;
  const add = () => user.click(form.getByRole('button', { name: 'Adicionar' }));
  return { user, form, names, open, add };
}

it('keeps what is typed in each tab, and the tabs are changed by keys', async () => {
  const { user, form, names, open, add } = await openForm();
  expect(names()).toEqual(['Cadastro', 'Placa']);
  await user.type(form.getByLabelText('Nome'), 'Torno');
  expect(form.getAllByRole('textbox')).toEqual([form.getByLabelText('Nome')]);
  form.getByRole('tab', { name: 'Cadastro' }).focus();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(open()).toMatch(/Placa$/);
  expect(form.getAllByRole('textbox')).toEqual([form.getByLabelText('Código')]);
  await user.type(form.getByLabelText('Código'), 'T-1');
  await add();
  await waitFor(() => expect(engine.table('machines')).toMatchObject([{ name: 'Torno', code: 'T-1' }]));
});

it('opens the first tab with an invalid field, and marks each until it is corrected', async () => {
  const { user, form, names, open, add } = await openForm();
  await user.click(form.getByRole('tab', { name: 'Placa' }));
  await add();
  await waitFor(() => expect(names()).toEqual(['Cadastrocom campos a corrigir', 'Placacom campos a corrigir']));
  expect(open()).toMatch(/^Cadastro/);
  expect(document.activeElement).toBe(form.getByLabelText('Nome'));
  await user.type(form.getByLabelText('Nome'), 'Torno');
  await user.tab();
  await waitFor(() => expect(names()).toEqual(['Cadastro', 'Placacom campos a corrigir']));
  await add();
  await waitFor(() => expect(open()).toMatch(/^Placa/));
  await user.type(form.getByLabelText('Código'), 'T-1');
  await user.tab();
  await waitFor(() => expect(names()).toEqual(['Cadastro', 'Placa']));
});

it('opens the tab of a field that the server refuses', async () => {
  engine.on(({ method }) =>
    method === 'POST'
      ? problem(422, 'invalid_input', 'Confira os campos destacados.', {
          errors: [{ field: 'code', code: 'already_exists', message: 'Já existe.' }],
        })
      : undefined,
  );
  const { user, form, names, open, add } = await openForm();
  await user.type(form.getByLabelText('Nome'), 'Torno');
  await user.type(form.getByLabelText('Código'), 'T-1');
  expect(open()).toBe('Cadastro');
  await add();
  await form.findByText('Já existe.');
  await waitFor(() => expect(open()).toMatch(/^Placa/));
  expect(names()[0]).toBe('Cadastro');
});

it('has a tab only while a field of it is shown', async () => {
  allowed['machines.pin'] = ['read', 'write'];
  const { user, form, names, add } = await openForm();
  await waitFor(() => expect(names()).toEqual(['Cadastro', 'Placa', 'Segredos']));
  await user.click(form.getByLabelText('Alugada'));
  await waitFor(() => expect(names()).toEqual(['Cadastro', 'Placa', 'Contrato', 'Segredos']));
  await user.type(form.getByLabelText('Nome'), 'Torno');
  await user.type(form.getByLabelText('Código'), 'T-1');
  await add();
  await waitFor(() => expect(form.getByRole('tab', { selected: true }).textContent).toMatch(/^Contrato/));
  await user.type(form.getByLabelText('Aluguel'), '90');
  await add();
  await waitFor(() => expect(engine.table('machines')).toMatchObject([{ isRented: true, rent: 90 }]));
});
