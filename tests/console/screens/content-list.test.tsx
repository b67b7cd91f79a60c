// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { contents } from '../../../resources/contents.ts';
import type { RecordOf } from '../../../resources/kit/resource.ts';
import { pollEvery } from '../../../src/console/features/knowledge/content-list/content-list-page.tsx';
import { CONTEXTS, gate, problem } from './engine-stand-in.ts';
import { chooseAction, expectRows, optionOf, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const PATH = '/knowledge-base/content';
const routes = screensAt(PATH);
const [store, branch] = CONTEXTS as [(typeof CONTEXTS)[0], (typeof CONTEXTS)[0]];

const content = (title: string, more: object = {}) => ({
  title,
  type: 'FAQ',
  format: 'faq',
  status: 'done',
  reason: null,
  question: title,
  answer: 'Até cinco dias.',
  url: null,
  fileName: null,
  words: 3,
  enabled: true,
  weeklySync: false,
  syncFailure: null,
  vanishedAt: null,
  sitemapId: null,
  pages: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const isOn = async (name: string) => (await rowOf(name)).getByRole('switch').getAttribute('aria-checked');

describe('the contents', () => {
  it('are marked when their text looks damaged', async () => {
    engine.fill('contents', [content('cardapio.pdf', { type: 'FILE', format: 'pdf', damage: 'letters' })]);
    visit(PATH, routes);
    const row = await rowOf('cardapio.pdf');
    expect(row.getByText('Treinado')).toBeTruthy();
    expect(row.getByTitle(/não formam palavras/).textContent).toContain('Letras ilegíveis');
  });

  it('show subtitle, context, format and status in words', async () => {
    engine.fill('contents', [
      content('Qual o prazo?', { updatedAt: '2026-01-04T00:00:00.000Z' }),
      content('Sobre nós', {
        type: 'LINK',
        format: 'html',
        url: 'https://loja.com.br/sobre',
        answer: null,
        status: 'working',
      }),
      content('manual.pdf', {
        type: 'FILE',
        format: 'pdf',
        fileName: 'manual.pdf',
        answer: null,
        status: 'pending',
        updatedAt: '2025-01-01T00:00:00.000Z',
      }),
    ]);
    visit(PATH, routes);
    await expectRows(['Qual o prazo?Até cinco dias.', 'Sobre nósloja.com.br/sobre', 'manual.pdf']);
    const row = await rowOf('manual.pdf');
    expect(row.getByText('PDF')).toBeTruthy();
    expect(row.getByText('Aguardando')).toBeTruthy();
    expect(row.getByText('Loja')).toBeTruthy();
    expect((await rowOf('Sobre nós')).getByText('Processando')).toBeTruthy();
    expect((await rowOf('Qual')).getByText('Treinado')).toBeTruthy();
  });

  it('are polled every 30 s, or every 3 s during a training', () => {
    const rows = (status: RecordOf<typeof contents>['status']) => [{ status }];
    expect(pollEvery([])).toBe(30_000);
    expect(pollEvery([...rows('done'), ...rows('error')])).toBe(30_000);
    expect(pollEvery([...rows('done'), ...rows('pending')])).toBe(3_000);
    expect(pollEvery(rows('working'))).toBe(3_000);
  });

  it('show why a training failed, and can be retried', async () => {
    const [row] = engine.fill('contents', [
      content('manual.pdf', { status: 'error', reason: 'O arquivo está vazio.' }),
    ]);
    engine.on(({ path }) => {
      if (path !== `/contents/${row?.id}/retry`) return undefined;
      Object.assign(row ?? {}, { status: 'pending', reason: null });
      return { status: 202, body: row };
    });
    const { user } = visit(PATH, routes);
    await screen.findByText('O arquivo está vazio.');
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo: manual.pdf' }));
    await screen.findByText('Aguardando');
    expect(screen.queryByText('O arquivo está vazio.')).toBeNull();
  });

  it('include those of the parent contexts through the address', async () => {
    engine.fill('contents', [content('Da filial', { contextId: branch.id })]);
    engine.on(({ path, query }) =>
      path === '/contents' && query.get('parents') === 'true'
        ? { body: { data: [content('Da loja', { id: 'x', contextId: store.id })], total: 1, page: 1, limit: 20 } }
        : undefined,
    );
    const { user, address } = visit(`${PATH}?contextId=${branch.id}&sort=title`, routes);
    await expectRows(['Da filialAté cinco dias.']);
    await user.click(screen.getByRole('checkbox', { name: 'Mostrar conteúdos dos contextos pai' }));
    await expectRows(['Da lojaAté cinco dias.']);
    await waitFor(() => expect(address()).toContain('parents=true'));
    expect(screen.getByText('do contexto pai')).toBeTruthy();
  });

  it('offer no parent contexts when the context has none', async () => {
    engine.fill('contents', [content('Da loja')]);
    visit(PATH, routes);
    await expectRows(['Da lojaAté cinco dias.']);
    expect(screen.queryByRole('checkbox', { name: /contextos pai/ })).toBeNull();
  });
});

describe('a synced page', () => {
  it('shows a failed sync or its removal from the sitemap, and can be synced now', async () => {
    const link = { type: 'LINK', format: 'html', answer: null, question: null };
    const [failed] = engine.fill('contents', [
      content('Trocas', {
        ...link,
        url: 'https://loja.com.br/trocas',
        syncFailure: 'O site não respondeu.',
        weeklySync: true,
      }),
      content('Antiga', { ...link, url: 'https://loja.com.br/antiga', vanishedAt: '2026-01-01T00:00:00.000Z' }),
      content('https://loja.com.br/sitemap.xml', {
        ...link,
        type: 'SITEMAP',
        url: 'https://loja.com.br/sitemap.xml',
        pages: 1240,
      }),
    ]);
    engine.on(({ path }) => (path.endsWith('/sync') ? { status: 202, body: failed } : undefined));
    const { user } = visit(PATH, routes);
    const row = await rowOf('Trocas');
    expect(row.getByText('Última leitura falhou').title).toBe(
      'O site não respondeu. O texto anterior continua respondendo.',
    );
    expect(row.getByText('Lido toda semana')).toBeTruthy();
    expect((await row.findByRole('link', { name: 'Ver SEO: Trocas' })).getAttribute('href')).toBe(
      `/seo-evaluation/${failed?.id}`,
    );
    expect((await rowOf('Antiga')).getByText('Saiu do mapa do site')).toBeTruthy();
    expect((await rowOf('loja.com.br/sitemap.xml')).getByText('1.240 páginas')).toBeTruthy();
    await chooseAction(user, 'Trocas', 'Sincronizar agora');
    await waitFor(() => expect(engine.calls('POST', `/contents/${failed?.id}/sync`)).toHaveLength(1));
  });

  it('deletes a sitemap with or without its pages', async () => {
    const map = { type: 'SITEMAP', format: 'html', answer: null, url: 'https://loja.com.br/sitemap.xml', pages: 12 };
    const [row] = engine.fill('contents', [content('Mapa', map)]);
    const { user } = visit(PATH, routes);
    await chooseAction(user, 'Mapa', 'Excluir');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('radio', { name: 'Excluir também as 12 páginas que ele trouxe' }));
    await user.click(dialog.getByRole('button', { name: 'Excluir conteúdo' }));
    await waitFor(() => expect(engine.calls('DELETE', `/contents/${row?.id}`)[0]?.query.get('pages')).toBe('remove'));
  });

  it('keeps the pages of a sitemap by default, also after another choice was cancelled', async () => {
    const map = { type: 'SITEMAP', format: 'html', answer: null, url: 'https://loja.com.br/sitemap.xml', pages: 12 };
    engine.fill('contents', [content('Mapa', map)]);
    const { user } = visit(PATH, routes);
    await chooseAction(user, 'Mapa', 'Excluir');
    await user.click(await screen.findByRole('radio', { name: /^Excluir também/ }));
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await chooseAction(user, 'Mapa', 'Excluir');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Manter/ })).checked).toBe(true);
  });
});

describe('switching a content on and off', () => {
  it('shows the change before the server answers', async () => {
    engine.fill('contents', [content('Qual o prazo?')]);
    const { until, open } = gate();
    engine.on(async ({ method }) => {
      if (method === 'PUT') await until;
      return undefined;
    });
    const { user } = visit(PATH, routes);
    expect(await isOn('Qual')).toBe('true');
    await user.click((await rowOf('Qual')).getByRole('switch'));
    await waitFor(async () => expect(await isOn('Qual')).toBe('false'));
    expect(engine.table('contents')[0]?.enabled).toBe(true);
    open();
    await waitFor(() => expect(engine.table('contents')[0]?.enabled).toBe(false));
    expect(await isOn('Qual')).toBe('false');
  });

  it('reverts and shows the message when the server refuses', async () => {
    engine.fill('contents', [content('Qual o prazo?')]);
    engine.on(({ method }) => (method === 'PUT' ? problem(403, 'forbidden', 'Seu perfil não permite.') : undefined));
    const { user } = visit(PATH, routes);
    await user.click((await rowOf('Qual')).getByRole('switch'));
    await waitFor(() => expect(toasts()).toEqual(['Seu perfil não permite.']));
    await waitFor(async () => expect(await isOn('Qual')).toBe('true'));
  });

  it('shows readers the state without a switch', async () => {
    engine.role = 'READER';
    engine.fill('contents', [content('Qual o prazo?', { enabled: false })]);
    visit(PATH, routes);
    const row = await rowOf('Qual');
    await waitFor(() => expect(row.getByText('Fora de uso')).toBeTruthy());
    expect(row.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Adicionar conteúdo' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Sincronizar|Ações/ })).toBeNull();
  });
});

describe('bulk actions', () => {
  const three = () =>
    engine.fill(
      'contents',
      ['A', 'B', 'C'].map((title) => content(title)),
    );
  /** Answers the bulk requests like the server; `refuse` maps the ids that fail to their message. */
  const bulk = (refuse: Record<string, string> = {}) =>
    engine.on(({ method, path, body }) => {
      const action = /^\/contents\/bulk-(edit|retry|delete)$/.exec(path)?.[1];
      if (method !== 'POST' || !action) return undefined;
      const { ids, ...change } = body as { ids: string[] };
      const rows = engine.table('contents');
      const [refused, taken] = [true, false].map((is) => ids.filter((id) => id in refuse === is)) as [
        string[],
        string[],
      ];
      if (action === 'edit') for (const row of rows) if (taken.includes(String(row.id))) Object.assign(row, change);
      if (action === 'delete')
        for (const id of taken)
          rows.splice(
            rows.findIndex((row) => row.id === id),
            1,
          );
      const failed = refused.map((id) => {
        const title = String(rows.find((row) => row.id === id)?.title);
        return { id, title, code: 'already_exists', message: refuse[id] };
      });
      return { body: { done: taken.length, failed, missing: 0 } };
    });
  const pick = async (user: ReturnType<typeof visit>['user'], ...names: string[]) => {
    for (const name of names)
      await user.click((await rowOf(name)).getByRole('checkbox', { name: `Selecionar ${name}` }));
    const bar = within(await screen.findByRole('toolbar'));
    // The actions appear a moment after the toolbar.
    await bar.findByRole('button', { name: 'Excluir' });
    return bar;
  };

  it('takes several contents out of use', async () => {
    three();
    bulk();
    const { user } = visit(PATH, routes);
    const bar = await pick(user, 'A', 'C');
    expect(bar.getByText('2 selecionados')).toBeTruthy();
    await user.click(bar.getByRole('button', { name: 'Deixar de usar' }));
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    expect(engine.table('contents').map(({ enabled }) => enabled)).toEqual([false, true, false]);
    await waitFor(() => expect(toasts()).toEqual(['2 conteúdos fora de uso.']));
  });

  it('deletes several contents after a confirmation that names them', async () => {
    three();
    bulk();
    const { user } = visit(PATH, routes);
    const bar = await pick(user, 'A', 'B');
    await user.click(bar.getByRole('button', { name: 'Excluir' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Excluir 2 conteúdos?')).toBeTruthy();
    expect(
      dialog
        .getAllByRole('listitem')
        .map((item) => item.textContent)
        .toSorted(),
    ).toEqual(['A', 'B']);
    expect(dialog.getByText('O assistente perde 6 palavras que aprendeu. Não é possível desfazer.')).toBeTruthy();
    expect(engine.calls('POST', /.*/)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    await expectRows(['CAté cinco dias.']);
  });

  it('moves several contents with one request and names those that failed with the reason', async () => {
    const rows = three();
    bulk({ [String(rows[1]?.id)]: 'Já está em “Filial”.' });
    const { user } = visit(PATH, routes);
    const bar = await pick(user, 'A', 'B', 'C');
    await user.click(bar.getByRole('button', { name: 'Mover' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Contexto de destino' }));
    await user.click(await optionOf(branch.name));
    await user.click(dialog.getByRole('button', { name: 'Mover' }));
    await screen.findByText('2 de 3 deram certo.');
    expect(screen.getByText('“B”: Já está em “Filial”.')).toBeTruthy();
    expect(engine.calls('POST', '/contents/bulk-edit')).toHaveLength(1);
    expect(engine.calls('POST', '/contents/bulk-edit')[0]?.body).toMatchObject({ contextId: branch.id });
  });

  it('switches the weekly sync of pages on and off with one request, without other contents', async () => {
    const link = (title: string, weeklySync: boolean) => content(title, { type: 'LINK', format: 'html', weeklySync });
    const rows = engine.fill('contents', [content('A'), link('B', false), link('C', true)]);
    bulk();
    const { user } = visit(PATH, routes);
    const bar = await pick(user, 'A', 'B', 'C');
    await user.click(bar.getByRole('button', { name: 'Atualizar toda semana (2)' }));
    await waitFor(() => expect(toasts()).toEqual(['2 endereços passam a ser lidos toda semana.']));
    const [call] = engine.calls('POST', '/contents/bulk-edit');
    expect(call?.body).toEqual({ ids: expect.arrayContaining([rows[1]?.id, rows[2]?.id]), weeklySync: true });
    expect((call?.body as { ids: string[] }).ids).toHaveLength(2);
    const again = await pick(user, 'B');
    expect(again.queryByRole('button', { name: /toda semana/ })).toBeNull();
    await user.click(again.getByRole('button', { name: 'Parar de atualizar' }));
    await waitFor(() => expect(toasts()).toContain('1 endereço não é mais lido toda semana.'));
  });

  it('applies to all results beyond the page with one request', async () => {
    engine.fill(
      'contents',
      Array.from({ length: 130 }, (_, at) => content(`Pergunta ${at}`)),
    );
    engine.fill('contents', [content('Outra coisa')]);
    bulk();
    const { user } = visit(`${PATH}?search=Pergunta`, routes);
    await screen.findAllByRole('checkbox');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }));
    await user.click(await screen.findByRole('button', { name: 'Selecionar todos os 130 encontrados' }));
    const bar = within(await screen.findByRole('toolbar', { name: '130 selecionados' }));
    expect(bar.queryByRole('button', { name: /encontrados/ })).toBeNull();
    await user.click(await bar.findByRole('button', { name: 'Deixar de usar' }));
    await waitFor(() => expect(toasts()).toEqual(['130 conteúdos fora de uso.']));
    expect(engine.calls('POST', '/contents/bulk-edit')).toHaveLength(1);
    expect(
      engine
        .table('contents')
        .filter(({ enabled }) => enabled)
        .map(({ title }) => title),
    ).toEqual(['Outra coisa']);
  });

  it('selects the whole page with one click and deselects hidden rows', async () => {
    three();
    const { user, router } = visit(PATH, routes);
    await rowOf('A');
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }));
    await screen.findByText('3 selecionados');
    await router.navigate(`${PATH}?search=A`);
    await screen.findByText('1 selecionado');
  });
});
