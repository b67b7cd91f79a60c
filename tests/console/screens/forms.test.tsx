// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { hyperlinks } from '../../../resources/hyperlinks.ts';
import { choice, count, email, longText, money, text, toggle, url } from '../../../resources/kit/field.ts';
import { defineResource } from '../../../resources/kit/resource.ts';
import { i18n } from '../../../src/console/providers/i18n.ts';
import { clearSession, storeTokens } from '../../../src/console/state/store.ts';
import { faultAt } from '../fault-at.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { chooseAction, expectRows, routesOf, toasts, useStandIn, visit } from './render-screen.tsx';

/** One field of each input kind, to show the message of every rule. */
const orders = defineResource({
  name: 'orders',
  scope: 'account',
  title: 'code',
  path: '/orders',
  fields: {
    code: text({ max: 5 }),
    contact: email(),
    site: url(),
    kind: choice(['gift', 'own']),
    amount: count({ min: 2, max: 9 }),
    price: money({ optional: true }),
    note: longText({ max: 20, optional: true }),
    isUrgent: toggle({ initial: true }),
  },
  list: { columns: ['code', 'price'], sort: 'code' },
  form: [['code', 'contact'], 'site', 'kind', 'amount', 'price', 'note', 'isUrgent'],
  actions: ['list', 'show', 'create', 'edit', 'delete'],
});

const engine = useStandIn([orders]);
beforeEach(() => {
  i18n.addResourceBundle('pt-BR', 'translation', {
    orders: {
      title: 'Pedidos',
      new: 'Novo pedido',
      fields: Object.fromEntries(Object.keys(orders.fields).map((name) => [name, name])),
    },
  });
});
const links = hyperlinks;
const PATH = links.path;
const rows = () =>
  engine.fill('hyperlinks', [
    { word: 'frete', link: 'https://loja.com.br/frete', caseSensitive: false, updatedAt: '2026-01-02T00:00:00.000Z' },
    { word: 'pix', link: 'https://loja.com.br/pix', caseSensitive: true, updatedAt: '2026-01-01T00:00:00.000Z' },
  ]);
const input = async (name: string) => within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>(name);
const faultOf = (label: string) => faultAt(within(screen.getByRole('dialog')).getByLabelText(label));
const press = async (user: ReturnType<typeof visit>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('the create form', () => {
  it('opens over the list at its own address, with the focus in the first field', async () => {
    rows();
    const { user, address } = visit(`${PATH}?sort=word`, routesOf(links));
    await expectRows(['frete', 'pix']);
    await user.click(await screen.findByRole('link', { name: 'Adicionar link' }));
    const word = await input('Palavra');
    await waitFor(() => expect(address()).toBe(`${PATH}/new?sort=word`));
    await waitFor(() => expect(document.activeElement).toBe(word));
    await expectRows(['frete', 'pix']);
  });

  it('shows missing fields and sends nothing', async () => {
    const { user } = visit(`${PATH}/new`, routesOf(links));
    await input('Palavra');
    await press(user, 'Adicionar link');
    await waitFor(() => expect(faultOf('Palavra')).toBe('Obrigatório'));
    expect(faultOf('Endereço')).toBe('Obrigatório');
    expect(engine.calls('POST', '/hyperlinks')).toEqual([]);
    // Leaving a field that is still empty does not hide that.
    (await input('Palavra')).focus();
    await user.tab();
    await user.tab();
    expect(faultOf('Palavra')).toBe('Obrigatório');
    expect(faultOf('Endereço')).toBe('Obrigatório');
  });

  it('rejects an address without a host, like the server', async () => {
    const { user } = visit(`${PATH}/new`, routesOf(links));
    await user.type(await input('Palavra'), 'trocas');
    await user.type(await input('Endereço'), '//loja.com.br/trocas');
    await user.tab();
    await press(user, 'Adicionar link');
    await waitFor(() => expect(faultOf('Endereço')).toContain('endereço válido'));
    expect((await input('Endereço')).value).toBe('//loja.com.br/trocas');
    expect(engine.calls('POST', '/hyperlinks')).toEqual([]);
  });

  it('completes the address, saves in the current context and returns to the list', async () => {
    rows();
    const { user, address } = visit([PATH, `${PATH}/new`], routesOf(links));
    await user.type(await input('Palavra'), '  trocas ');
    await user.type(await input('Endereço'), 'loja.com.br/trocas');
    await user.tab();
    expect((await input('Endereço')).value).toBe('https://loja.com.br/trocas');
    await user.click(screen.getByRole('switch'));
    await press(user, 'Adicionar link');
    await waitFor(() => expect(address()).toBe(PATH));
    expect(engine.calls('POST', '/hyperlinks').map(({ body }) => body)).toEqual([
      { contextId: CONTEXTS[0]?.id, word: 'trocas', link: 'https://loja.com.br/trocas', caseSensitive: true },
    ]);
    await expectRows(['trocas', 'frete', 'pix']);
    await waitFor(() => expect(toasts()).toEqual(['Pronto: “trocas” agora vira link nas respostas.']));
  });

  it.each(['Enter', 'a double click'])('saves once on %s, even twice in a row', async (trigger) => {
    const { user, address } = visit([PATH, `${PATH}/new`], routesOf(links));
    await user.type(await input('Palavra'), 'trocas');
    await user.type(await input('Endereço'), 'https://loja.com.br/trocas');
    if (trigger === 'Enter') await user.keyboard('{Enter}{Enter}');
    else await user.dblClick(screen.getByRole('button', { name: 'Adicionar link' }));
    await waitFor(() => expect(address()).toBe(PATH));
    expect(engine.calls('POST', '/hyperlinks')).toHaveLength(1);
  });

  it('shows server errors at their fields, keeps the input, and saves on retry', async () => {
    let isTaken = true;
    engine.on(({ method, path }) =>
      method === 'POST' && path === '/hyperlinks' && isTaken
        ? problem(409, 'already_exists', 'Já existe um item com este valor. Use outro.', {
            errors: [{ field: 'word', code: 'already_exists', message: 'Esta palavra já vira link.' }],
          })
        : undefined,
    );
    const { user, address } = visit(`${PATH}/new`, routesOf(links));
    await user.type(await input('Palavra'), 'frete');
    await user.type(await input('Endereço'), 'loja.com.br{Enter}');
    await waitFor(() => expect(faultOf('Palavra')).toBe('Esta palavra já vira link.'));
    await waitFor(() => expect(toasts()).toEqual(['Já existe um item com este valor. Use outro.']));
    expect((await input('Palavra')).value).toBe('frete');
    isTaken = false;
    await press(user, 'Adicionar link');
    await waitFor(() => expect(address()).toBe(PATH));
  });

  it('shows the message of each rule', async () => {
    const { user } = visit('/orders/new', routesOf(orders));
    const fill = async (name: string, value: string) => user.type(await input(name), value);
    await fill('code', 'abcdefg');
    await fill('contact', 'ana@');
    await fill('site', 'não é');
    await fill('amount', '1');
    await user.type(screen.getByLabelText(/^price/), '12,5');
    await user.type(screen.getByLabelText(/^note/), 'x'.repeat(25));
    await press(user, 'Adicionar');
    await waitFor(() => expect(faultOf('kind')).toBe('Obrigatório'));
    expect(faultOf('code')).toBe('Use no máximo 5 caracteres');
    expect(faultOf('contact')).toBe('Informe um e-mail válido, como nome@empresa.com.br');
    expect(faultOf('site')).toBe('Informe um endereço válido, como https://www.empresa.com.br');
    expect(faultOf('amount')).toBe('O menor valor é 2');
    expect(screen.getByText('Use no máximo 20 caracteres')).toBeTruthy();
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  });

  it('sends money in centavos and the chosen option', async () => {
    const { user, address } = visit('/orders/new', routesOf(orders));
    const fill = async (name: string, value: string) => user.type(await input(name), value);
    await fill('code', 'A1');
    await fill('contact', 'Ana@Loja.com.br');
    await fill('site', 'loja.com.br');
    await fill('amount', '3');
    await user.type(screen.getByLabelText(/^price/), '1234,5');
    await user.click(screen.getByLabelText('kind'));
    await user.click(await screen.findByTitle('gift'));
    await press(user, 'Adicionar');
    await waitFor(() => expect(address()).toBe('/orders'));
    expect(engine.calls('POST', '/orders')[0]?.body).toEqual({
      code: 'A1',
      contact: 'ana@loja.com.br',
      site: 'https://loja.com.br',
      kind: 'gift',
      amount: 3,
      price: 123450,
      note: null,
      isUrgent: true,
    });
    await screen.findByText(/R\$\s*1\.234,50/);
  });
});

describe('the edit form', () => {
  it.each(['queryContext[signal]=x', 'query[k]=v', 'method=delete', 'headers[x]=y', 'url=/users'])(
    'ignores query parameters that look like request options: ?%s',
    async (query) => {
      const [row] = rows();
      const { user, address } = visit([PATH, `${PATH}/edit/${row?.id}?${query}`], routesOf(links));
      await user.type(await input('Palavra'), 's');
      await press(user, 'Salvar alterações');
      await waitFor(() => expect(address()).toMatch(new RegExp(`^${PATH}(\\?|$)`)));
      const [call] = engine.calls('PUT', `/hyperlinks/${row?.id}`);
      expect(call?.body).toMatchObject({ word: 'fretes' });
      for (const seen of engine.seen) {
        expect(['k', 'method', 'query[k]', 'headers[x]', 'url'].filter((name) => seen.query.has(name))).toEqual([]);
        expect(seen.method).not.toBe('DELETE');
        expect(seen.headers).not.toHaveProperty('x');
      }
    },
  );

  it('starts with the current row and saves it', async () => {
    const [row] = rows();
    const { user, address } = visit([PATH, `${PATH}/edit/${row?.id}`], routesOf(links));
    const word = await input('Palavra');
    expect(word.value).toBe('frete');
    await user.clear(word);
    await user.type(word, 'fretes');
    await press(user, 'Salvar alterações');
    await waitFor(() => expect(address()).toBe(PATH));
    expect(engine.calls('PUT', `/hyperlinks/${row?.id}`)[0]?.body).toEqual({
      word: 'fretes',
      link: 'https://loja.com.br/frete',
      caseSensitive: false,
    });
    await expectRows(['fretes', 'pix']);
  });

  it('shows that a row does not exist and returns to the list', async () => {
    rows();
    const { user, address } = visit([PATH, `${PATH}/edit/018f0000-0000-7000-8000-00000000dead`], routesOf(links));
    await screen.findByText('Não encontramos o que você procura');
    // The cross has the same name.
    const [, button] = await screen.findAllByRole('button', { name: 'Fechar' });
    await user.click(button!);
    await waitFor(() => expect(address()).toBe(PATH));
  });
});

describe('a form whose row somebody else has changed meanwhile', () => {
  const theirs = { link: 'https://loja.com.br/entrega', caseSensitive: true };
  const refuseOnce = (row: ReturnType<typeof rows>[number]) => {
    let isRefused = false;
    engine.on(({ method, path }) => {
      if (path === `/hyperlinks/${row.id}` && method === 'PUT' && !isRefused) {
        isRefused = true;
        const saved = { userName: 'Bruno', createdAt: new Date().toISOString() };
        const current = { ...row, ...theirs, version: 'v2', saved };
        return problem(409, 'changed_meanwhile', 'Outra pessoa mudou isto enquanto você editava.', { current });
      }
      return undefined;
    });
  };

  it.each([
    ['O que você escreveu', { link: 'https://loja.com.br/meu', version: 'v2' }],
    ['O que está salvo agora', { version: 'v2' }],
  ])('asks which value stays (%s) and takes the other changes', async (side, sent) => {
    const row = Object.assign(rows()[0]!, { version: 'v1' });
    refuseOnce(row);
    const { user, address } = visit([PATH, `${PATH}/edit/${row.id}`], routesOf(links));
    const link = await input('Endereço');
    await user.clear(link);
    await user.type(link, 'loja.com.br/meu');
    await press(user, 'Salvar alterações');
    const title = await screen.findByText('Alguém mudou isto enquanto você editava');
    const dialog = within(title.closest<HTMLElement>('[role=dialog]')!);
    dialog.getByText(/Bruno salvou antes de você/);
    dialog.getByRole('group', { name: 'Endereço' });
    expect(dialog.queryByRole('group', { name: 'Diferencia maiúsculas' })).toBeNull();
    await user.click(dialog.getByRole('radio', { name: new RegExp(side) }));
    await user.click(dialog.getByRole('button', { name: 'Salvar assim' }));
    await waitFor(() => expect(address()).toBe(PATH));
    expect(engine.calls('PUT', `/hyperlinks/${row.id}`).map(({ body }) => body)).toEqual([
      { link: 'https://loja.com.br/meu', version: 'v1' },
      sent,
    ]);
  });
});

describe('unsaved changes', () => {
  const openAndType = async () => {
    rows();
    const view = visit([PATH, `${PATH}/new`], routesOf(links));
    await view.user.type(await input('Palavra'), 'abc');
    return view;
  };

  it('are confirmed on cancel and kept when the user stays', async () => {
    const { user, address } = await openAndType();
    await press(user, 'Cancelar');
    await screen.findByText('Sair sem salvar?');
    await press(user, 'Continuar editando');
    await waitFor(() => expect(screen.queryByText('Sair sem salvar?')).toBeNull());
    expect((await input('Palavra')).value).toBe('abc');
    await waitFor(() => expect(address()).toBe(`${PATH}/new`));
  });

  it('are confirmed on back and lost when the user leaves', async () => {
    const { user, address, back } = await openAndType();
    await act(() => back());
    await press(user, 'Sair sem salvar');
    await waitFor(() => expect(address()).toBe(PATH));
    expect(engine.calls('POST', '/hyperlinks')).toEqual([]);
  });

  it('also block closing the tab, while an untouched form does not', async () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const { unmount } = await openAndType();
    expect(leave()).toBe(true);
    unmount();
    const { user, address } = visit([PATH, `${PATH}/new`], routesOf(links));
    await input('Palavra');
    expect(leave()).toBe(false);
    await press(user, 'Cancelar');
    await waitFor(() => expect(address()).toBe(PATH));
  });
});

describe('what was typed and not saved', () => {
  const NOTICE = 'Recuperamos o que você tinha escrito aqui e não salvou.';
  const open = (id = '') => visit([PATH, id ? `${PATH}/edit/${id}` : `${PATH}/new`], routesOf(links));
  /** Types into a form, then ends the page as `end` does. */
  const typeAndEnd = async (end: () => void, id?: string) => {
    const view = open(id);
    const word = await input('Palavra');
    await view.user.clear(word);
    await view.user.type(word, 'entrega');
    end();
    view.unmount();
  };
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

  it('is there again after the session has expired and the user has signed in, and is gone when saved', async () => {
    const [row] = rows();
    const token = localStorage.getItem('accessToken')!;
    await typeAndEnd(() => clearSession('expired'), row!.id);
    storeTokens({ accessToken: token, refreshToken: 'next' });
    const { user, address } = open(row!.id);
    await screen.findByText(NOTICE);
    expect((await input('Palavra')).value).toBe('entrega');
    expect((await input('Endereço')).value).toBe('https://loja.com.br/frete');
    await press(user, 'Salvar alterações');
    await waitFor(() => expect(address()).toBe(PATH));
    expect(engine.calls('PUT', `/hyperlinks/${row!.id}`)[0]?.body).toMatchObject({ word: 'entrega' });
    expect(drafts()).toEqual([]);
  });

  it('can be discarded, and never reaches another user', async () => {
    rows();
    const token = localStorage.getItem('accessToken')!;
    await typeAndEnd(() => clearSession('expired'));
    storeTokens({ accessToken: `h.${btoa(JSON.stringify({ sub: 'outra', accountId: 'b' }))}.s`, refreshToken: 'x' });
    const others = open();
    expect((await input('Palavra')).value).toBe('');
    expect(screen.queryByText(NOTICE)).toBeNull();
    others.unmount();
    storeTokens({ accessToken: token, refreshToken: 'next' });
    const { user } = open();
    await screen.findByText(NOTICE);
    await press(user, 'Descartar');
    await waitFor(() => expect(screen.queryByText(NOTICE)).toBeNull());
    expect((await input('Palavra')).value).toBe('');
    expect(drafts()).toEqual([]);
  });

  it.each([
    ['leaves the form', () => undefined],
    ['signs out', () => clearSession('logout')],
  ])('is dropped when the user %s', async (_, end) => {
    rows();
    await typeAndEnd(end);
    expect(drafts()).toEqual([]);
  });
});

describe('deleting', () => {
  it("confirms with the row's name and what is lost before it deletes", async () => {
    const [row] = rows();
    const { user } = visit(PATH, routesOf(links));
    await chooseAction(user, 'frete', 'Excluir');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Excluir o link de “frete”?')).toBeTruthy();
    expect(dialog.getByText(/“frete” deixa de virar link/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(engine.calls('DELETE', /.*/)).toEqual([]);
    await chooseAction(user, 'frete', 'Excluir');
    await press(user, 'Excluir link');
    await expectRows(['pix']);
    expect(engine.calls('DELETE', `/hyperlinks/${row?.id}`)).toHaveLength(1);
    await waitFor(() => expect(toasts()).toEqual(['Excluímos “frete”.']));
  });

  it('shows an error and keeps the row', async () => {
    rows();
    engine.on(({ method }) => (method === 'DELETE' ? problem(403, 'forbidden', 'Seu perfil não permite.') : undefined));
    const { user } = visit(PATH, routesOf(links));
    await chooseAction(user, 'pix', 'Excluir');
    await press(user, 'Excluir link');
    await waitFor(() => expect(toasts()).toEqual(['Seu perfil não permite.']));
    await expectRows(['frete', 'pix']);
  });

  it('returns from the detail view to the list', async () => {
    const [row] = rows();
    const { user, address } = visit(`${PATH}/${row?.id}`, routesOf(links));
    await screen.findByRole('heading', { name: 'frete' });
    await press(user, 'Excluir link');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Excluir link' }));
    await waitFor(() => expect(address()).toBe(PATH));
    await expectRows(['pix']);
  });
});
