// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { questionOf, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/api-keys');
const SECRET = 'pk_0123456789012345678901234567890123456789abc';
const key = (name: string, status: string, more: object = {}) => ({
  ...{ name, status, role: 'WRITER', contextIds: [], hint: '9abc', createdBy: 'Helena Prado' },
  ...{ expiresAt: null, lastUsedAt: null, createdAt: '2026-11-01T12:00:00.000Z' },
  ...more,
});

beforeAll(() => loadMessages('api-keys'));
beforeEach(() => {
  engine.fill('api-keys', [
    key('Integração ERP', 'active', { contextIds: [CONTEXTS[1]?.id] }),
    key('Painel', 'suspended'),
    key('Antiga', 'revoked'),
  ]);
});

describe('the list of API keys', () => {
  it('shows the role and status of each key', async () => {
    visit('/api-keys', routes);
    const erp = await rowOf('Integração ERP');
    for (const text of ['…9abc', 'Editor', 'Em vigor', 'Não vence', 'Nunca']) erp.getByText(text);
    await erp.findByText('Loja de Curitiba');
    const panel = await rowOf('Painel');
    for (const text of ['Todos os contextos', 'Suspensa']) panel.getByText(text);
  });

  it('revokes a key after a confirmation, and offers this only for valid keys', async () => {
    const { user } = visit('/api-keys', routes);
    const revoke = await (await rowOf('Integração ERP')).findByRole('button', { name: 'Revogar Integração ERP' });
    expect((await rowOf('Antiga')).queryAllByRole('button')).toEqual([]);
    await user.click(revoke);
    const dialog = await questionOf('Revogar a chave “Integração ERP”?');
    dialog.getByText(/perde o acesso na hora/);
    await user.click(dialog.getByRole('button', { name: 'Revogar' }));
    await waitFor(() => expect(toasts()).toEqual(['A chave “Integração ERP” foi revogada.']));
    expect(engine.calls('DELETE', /^\/api-keys\//)).toHaveLength(1);
  });

  it('offers staff on a customer’s behalf neither revocation nor a new key', async () => {
    engine.flags = ['impersonated'];
    visit('/api-keys', routes);
    await (await rowOf('Integração ERP')).findByText('Em vigor');
    expect(screen.queryByRole('button', { name: /^Revogar/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Criar chave' })).toBeNull();
  });
});

describe('a new API key', () => {
  it('shows its secret once, with a warning, and closes only by its button', async () => {
    engine.on(({ method, body }) =>
      method === 'POST'
        ? { status: 201, body: { ...key('ERP', 'active'), ...(body as object), id: CONTEXTS[0]?.id, secret: SECRET } }
        : undefined,
    );
    const { user, address } = visit(['/api-keys', '/api-keys/new'], routes);
    const form = within(await screen.findByRole('dialog'));
    await user.type(await form.findByLabelText('Nome'), 'Integração da loja');
    await user.click(form.getByRole('button', { name: 'Criar chave' }));
    await screen.findByText('Esta é a única vez que a chave aparece');
    expect(engine.calls('POST', '/api-keys').map(({ body }) => body)).toEqual([
      { name: 'Integração da loja', role: 'READER', contextIds: [], expiresAt: null },
    ]);
    const dialog = await questionOf('Guarde a chave “Integração da loja”');
    expect(dialog.getByLabelText<HTMLInputElement>('Chave').value).toBe(SECRET);
    await user.keyboard('{Escape}');
    expect(dialog.queryByRole('button', { name: 'Fechar' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Copiar a chave' }));
    await waitFor(() => expect(toasts()).toContain('Chave copiada.'));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await user.click(dialog.getByRole('button', { name: 'Já guardei a chave' }));
    await waitFor(() => expect(address()).toBe('/api-keys'));
    await waitFor(() => expect(screen.queryByText('Esta é a única vez que a chave aparece')).toBeNull());
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('keeps the form open when the creation fails', async () => {
    engine.on(({ method }) =>
      method === 'POST' ? problem(409, 'too_many_api_keys', 'Uma conta tem no máximo 50 chaves em vigor.') : undefined,
    );
    const { user, address } = visit(['/api-keys', '/api-keys/new'], routes);
    const form = within(await screen.findByRole('dialog'));
    await user.type(await form.findByLabelText('Nome'), 'ERP');
    await user.click(form.getByRole('button', { name: 'Criar chave' }));
    await waitFor(() => expect(toasts()).toEqual(['Uma conta tem no máximo 50 chaves em vigor.']));
    await waitFor(() => expect(address()).toBe('/api-keys/new'));
  });
});
