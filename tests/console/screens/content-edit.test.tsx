// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const LIST = '/knowledge-base/content';
const routes = screensAt(`${LIST}/edit/:contentId`);
const content = (more: object) =>
  engine.fill('contents', [
    {
      title: 'Qual o prazo?',
      type: 'FAQ',
      format: 'faq',
      status: 'done',
      reason: null,
      question: 'Qual o prazo?',
      answer: 'Cinco dias.',
      url: null,
      fileName: null,
      words: 2,
      enabled: true,
      weeklySync: false,
      syncedAt: null,
      syncFailure: null,
      vanishedAt: null,
      sitemapId: null,
      pages: 0,
      updatedAt: '2026-01-01T00:00:00.000Z',
      ...more,
    },
  ])[0];

describe('editing a content by type', () => {
  it('edits question, answer and whether it is in use', async () => {
    const row = content({});
    const { user, address } = visit(`${LIST}/edit/${row?.id}`, routes);
    const answer = await screen.findByLabelText<HTMLTextAreaElement>('Resposta');
    expect(answer.value).toBe('Cinco dias.');
    await waitFor(() => expect(answer.disabled).toBe(false));
    await user.clear(answer);
    await user.type(answer, 'Três dias.');
    await user.click(screen.getByLabelText('Em uso'));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(address()).toBe(LIST));
    expect(engine.calls('PUT', `/contents/${row?.id}`)[0]?.body).toEqual({
      answer: 'Três dias.',
      enabled: false,
    });
    await waitFor(() => expect(toasts()).toEqual(['Salvamos. O assistente está aprendendo a resposta nova.']));
  });

  it.each([
    ['FAQ', {}],
    ['LINK', { title: 'Trocas', url: 'https://www.loja.com.br/trocas', question: null, answer: null }],
    ['FILE', { title: 'trocas.pdf', fileName: 'trocas.pdf', question: null, answer: null }],
  ])('edits the phrasings of a %s, one per line, and sends only them', async (type, more) => {
    const row = content({ type, ...more, phrasings: ['quando chega?', 'demora?'] });
    const { user, address } = visit(`${LIST}/edit/${row?.id}`, routes);
    const first = await screen.findByLabelText<HTMLInputElement>('Forma de perguntar 1');
    await waitFor(() => expect(first.disabled).toBe(false));
    expect(first.value).toBe('quando chega?');
    await user.click(screen.getByRole('button', { name: 'Remover “demora?”' }));
    await user.type(first, '{Enter}');
    await user.type(await screen.findByLabelText('Forma de perguntar 2'), 'qual o tempo?');
    await user.click(screen.getByRole('button', { name: 'Adicionar forma' }));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(address()).toBe(LIST));
    expect(engine.calls('PUT', `/contents/${row?.id}`)[0]?.body).toMatchObject({
      phrasings: ['quando chega?', 'qual o tempo?'],
    });
  });

  it('sends only changed fields, because another tab may have saved the others', async () => {
    const row = content({});
    const { user, address } = visit(`${LIST}/edit/${row?.id}`, routes);
    await user.click(await screen.findByLabelText('Em uso'));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(address()).toBe(LIST));
    expect(engine.calls('PUT', `/contents/${row?.id}`)[0]?.body).toEqual({ enabled: false });
  });

  it('edits the weekly sync of a page and links to it', async () => {
    const row = content({
      type: 'LINK',
      format: 'html',
      url: 'https://loja.com.br/sobre',
      question: null,
      answer: null,
    });
    const { user, address } = visit(`${LIST}/edit/${row?.id}`, routes);
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Salvar alterações' });
    expect(save.disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Abrir página' }).getAttribute('href')).toBe('https://loja.com.br/sobre');
    await user.click(screen.getByLabelText('Atualizar toda semana'));
    await user.click(save);
    await waitFor(() => expect(address()).toBe(LIST));
    expect(engine.calls('PUT', `/contents/${row?.id}`)[0]?.body).toEqual({ weeklySync: true });
  });

  it('replaces a file, which must have an allowed format', async () => {
    const row = content({
      type: 'FILE',
      format: 'pdf',
      fileName: 'manual.pdf',
      title: 'manual.pdf',
      status: 'error',
      reason: 'Está vazio.',
    });
    engine.on(({ path }) => (path === `/contents/file/${row?.id}` ? { body: row } : undefined));
    visit(`${LIST}/edit/${row?.id}`, routes);
    await screen.findByText('Está vazio. O texto anterior continua respondendo.');
    const give = (name: string) =>
      fireEvent.change(screen.getByLabelText(/^Trocar o arquivo/), {
        target: { files: [new File(['x'], name)] },
      });
    await screen.findByText('Trocar o arquivo');
    give('foto.png');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'foto.png - Os arquivos devem estar no formato txt, pdf ou docx!',
    );
    give('novo.pdf');
    await waitFor(() => expect(toasts()).toEqual(['Recebemos “novo.pdf”. Já estamos treinando.']));
    expect(engine.calls('PUT', `/contents/file/${row?.id}`)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows what changed in a page line by line, and the text in use', async () => {
    const row = content({
      type: 'LINK',
      format: 'html',
      url: 'https://loja.com.br/frete',
      syncFailure: 'O site caiu.',
    });
    const lines = [
      { kind: 'same', text: 'Entregamos em todo o país.' },
      { kind: 'gone', text: 'O frete custa dez reais.' },
      { kind: 'new', text: 'O frete custa doze reais.' },
    ];
    const unchangedFields = { at: '2026-01-02T00:00:00.000Z', reason: null };
    engine.on(({ path }) => {
      if (path === `/contents/${row?.id}/syncs`)
        return { body: { data: [{ id: 's', outcome: 'changed', difference: lines, ...unchangedFields }] } };
      if (path !== `/contents/${row?.id}/text`) return undefined;
      return { body: { data: [{ heading: 'Frete', page: null, text: 'Doze reais.' }], total: 1, isOld: false } };
    });
    const { user } = visit(`${LIST}/edit/${row?.id}`, routes);
    await screen.findByText('O site caiu. O texto anterior continua respondendo.');
    expect((await screen.findByText('O frete custa dez reais.')).tagName).toBe('DEL');
    expect(screen.getByText('O frete custa doze reais.').tagName).toBe('INS');
    await user.click(screen.getByRole('button', { name: 'O que o assistente leu' }));
    await screen.findByText('Doze reais.');
  });

  it('lists the pages of a sitemap with their status, without a switch for the sitemap itself', async () => {
    const map = content({
      type: 'SITEMAP',
      format: 'html',
      url: 'https://loja.com.br/sitemap.xml',
      pages: 2,
      words: 0,
    });
    const page = { ...map, type: 'LINK', sitemapId: map?.id, pages: 0 };
    const [one, vanished] = ['1', '2'].map((at) => ({
      ...page,
      id: `p${at}`,
      title: `Página ${at}`,
      url: `https://loja.com.br/${at}`,
    }));
    engine.on(({ path, query }) => {
      if (path === `/contents/${map?.id}/syncs`) return { body: { data: [] } };
      if (path !== '/contents' || query.get('sitemapId') !== map?.id) return undefined;
      const data = [one, { ...vanished, vanishedAt: '2026-01-01T00:00:00.000Z' }];
      return { body: { data, total: 2, page: 1, limit: 20 } };
    });
    visit(`${LIST}/edit/${map?.id}`, routes);
    await screen.findByText('2 páginas deste mapa');
    expect(await screen.findByText('Saiu do mapa do site')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Página 1' }).getAttribute('href')).toBe(`${LIST}/edit/p1`);
    expect(screen.queryByLabelText('Em uso')).toBeNull();
    expect(screen.getByLabelText('Atualizar toda semana')).toBeTruthy();
  });

  it('shows what a page left out and why, takes a text in and leaves a line out', async () => {
    const row = content({ type: 'LINK', format: 'html', url: 'https://loja.com.br/frete', damage: 'spaced' });
    const hidden = { reason: 'hidden', text: 'Domingos, R$ 25.', isTaken: false };
    const taken = { reason: 'menu', text: 'Rua Sete, 12.', isTaken: true };
    engine.on(({ path, method }) => {
      if (path === `/contents/${row?.id}/left-out`)
        return method === 'PUT'
          ? { status: 202, body: { pages: 3 } }
          : { body: { data: [hidden, taken], site: 'loja.com.br' } };
      if (path !== `/contents/${row?.id}/text`) return undefined;
      return {
        body: { data: [{ heading: null, page: null, text: 'Doze reais.\nSiga-nos.' }], total: 1, isOld: false },
      };
    });
    const { user } = visit(`${LIST}/edit/${row?.id}`, routes);
    await screen.findByText(/letras separadas nesta página/);
    const summary = '1 bloco que você trouxe · 1 bloco escondido';
    expect(await screen.findByText(summary)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /O que ficou de fora/ }));
    await screen.findByRole('heading', { name: 'Escondidos: quem abre a página ou o arquivo não vê' });
    screen.getByText(/vale para todas as páginas de loja\.com\.br/);
    await user.click(screen.getByRole('button', { name: 'Usar: Domingos, R$ 25.' }));
    await waitFor(() => expect(toasts()).toEqual(['Estamos lendo 3 páginas de novo. Em instantes sua escolha vale.']));
    await user.click(screen.getByRole('button', { name: 'Deixar de fora: Rua Sete, 12.' }));
    await user.click(screen.getByRole('button', { name: 'O que o assistente leu' }));
    await user.click(await screen.findByRole('button', { name: 'Deixar de fora: Siga-nos.' }));
    await waitFor(() =>
      expect(engine.calls('PUT', `/contents/${row?.id}/left-out`).map(({ body }) => body)).toEqual([
        { text: 'Domingos, R$ 25.', isTaken: true },
        { text: 'Rua Sete, 12.', isTaken: false },
        { text: 'Siga-nos.', isTaken: false },
      ]),
    );
  });

  it('shows what was understood by kind, corrects a line, takes one out of use and undoes that', async () => {
    const row = content({ type: 'LINK', format: 'html', url: 'https://loja.com.br/precos' });
    const own = { heading: 'Preços', page: null, isUsed: true, text: null, state: 'same', version: 'v' };
    const lines: object[] = [
      { ...own, id: 'cut', kind: 'price', line: 'Corte ... R$ 40', understood: ['Corte: R$ 40'] },
      { ...own, id: 'beard', kind: 'price', line: 'Barba ... R$ 30', understood: [], isUsed: false },
      { ...own, id: 'hours', kind: 'hours', line: 'Seg a sex, 9h às 18h', understood: ['seg a sex: 09:00–18:00'] },
      { ...own, id: 'gone', kind: null, line: 'Fiado só amanhã', understood: [], text: 'Fiado nunca', state: 'gone' },
    ];
    engine.on(({ path, method }) => {
      if (path === `/contents/${row?.id}/records`) return { body: { data: lines, hasMore: false } };
      return path.startsWith(`/contents/${row?.id}/records/`) && method === 'PUT' ? { body: lines[0] } : undefined;
    });
    const { user } = visit(`${LIST}/edit/${row?.id}`, routes);
    await screen.findByText('4 linhas · 2 mudadas por você');
    await user.click(screen.getByRole('button', { name: /O que entendi/ }));
    for (const name of ['Preços', 'Horários', 'Outras linhas']) screen.getByRole('heading', { name });
    screen.getByText('Corte: R$ 40');
    screen.getByText('Fora das respostas');
    screen.getByText('Esta linha não está mais no texto');
    expect(screen.queryByRole('button', { name: 'Corrigir: Fiado só amanhã' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Corrigir: Corte ... R$ 40' }));
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Linha como o assistente deve usá-la');
    expect(field.value).toBe('Corte ... R$ 40');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Salvar correção' }));
    await screen.findByRole('alert');
    await user.type(field, 'Corte ... R$ 47');
    await user.click(screen.getByRole('button', { name: 'Salvar correção' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Não usar: Seg a sex, 9h às 18h' }));
    await user.click(await screen.findByRole('button', { name: 'Desfazer: Barba ... R$ 30' }));
    await waitFor(() =>
      expect(
        ['cut', 'hours', 'beard'].map((id) => engine.calls('PUT', `/contents/${row?.id}/records/${id}`)[0]?.body),
      ).toEqual([
        { text: 'Corte ... R$ 47', version: 'v' },
        { isUsed: false, version: 'v' },
        { text: null, isUsed: true, version: 'v' },
      ]),
    );
  });

  it('shows what a file left out, takes a line in and leaves one out', async () => {
    const row = content({ type: 'FILE', format: 'pdf', fileName: 'manual.pdf', title: 'manual.pdf' });
    const line = { reason: 'repeated', text: 'Manual do hóspede, edição de verão', isTaken: false };
    engine.on(({ path, method }) => {
      if (path === `/contents/${row?.id}/left-out`)
        return method === 'PUT' ? { status: 202, body: { pages: 1 } } : { body: { data: [line], site: null } };
      if (path !== `/contents/${row?.id}/text`) return undefined;
      return {
        body: { data: [{ heading: null, page: 1, text: 'Entrada às 14h.\nRascunho.' }], total: 1, isOld: false },
      };
    });
    const { user } = visit(`${LIST}/edit/${row?.id}`, routes);
    await user.click(await screen.findByRole('button', { name: /O que ficou de fora/ }));
    await screen.findByText(/vale para este arquivo/);
    await user.click(screen.getByRole('button', { name: `Usar: ${line.text}` }));
    await waitFor(() => expect(toasts()).toEqual(['Estamos aplicando sua escolha ao arquivo. Em instantes ela vale.']));
    await user.click(screen.getByRole('button', { name: 'O que o assistente leu' }));
    await user.click(await screen.findByRole('button', { name: 'Deixar de fora: Rascunho.' }));
    await waitFor(() =>
      expect(engine.calls('PUT', `/contents/${row?.id}/left-out`).map(({ body }) => body)).toEqual([
        { text: line.text, isTaken: true },
        { text: 'Rascunho.', isTaken: false },
      ]),
    );
  });

  it('shows everything read-only to readers', async () => {
    engine.role = 'READER';
    const row = content({});
    visit(`${LIST}/edit/${row?.id}`, routes);
    const answer = await screen.findByLabelText<HTMLTextAreaElement>('Resposta');
    expect(answer.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Salvar alterações' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Excluir conteúdo' })).toBeNull();
  });
});
