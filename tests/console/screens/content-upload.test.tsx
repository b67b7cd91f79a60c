// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { Link } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  chosenPages,
  type PageChoices,
  pathWithin,
  withChoices,
} from '../../../src/console/features/knowledge/content-upload/capture.ts';
import { dueFiles, type QueuedFile, retried } from '../../../src/console/features/knowledge/upload-queue.ts';
import { captureOf, READS } from '../../../src/console/layout/tutorial/captured-address.ts';
import { hideUpgrade, shownUpgrade } from '../../../src/console/state/upgrade.ts';
import { FILE_MAX_BYTES } from '../../../src/shared/constants.ts';
import type { FoundPage, SiteCapture } from '../../../src/shared/site-capture.ts';
import { CONTEXTS, gate, problem } from './engine-stand-in.ts';
import { optionOf, pass, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
afterEach(() => void vi.useRealTimers());
const PATH = '/knowledge-base/content/upload';
const LIST = '/knowledge-base/content';
const routes = screensAt(PATH);
const contextId = CONTEXTS[0]?.id;

const page = (at: number, more: Partial<FoundPage> = {}): FoundPage => ({
  url: `https://loja.com.br/p${at}`,
  title: `Página ${at}`,
  words: 120,
  depth: 1,
  status: 'read',
  chosen: true,
  isKept: false,
  ...more,
});
const pages = (count: number) => Array.from({ length: count }, (_, at) => page(at));
const fileOf = (name: string, size = 10) => {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

it('reads at once the site that the guide sends it to', async () => {
  engine.on(({ method, path }) => {
    if (method === 'POST' && path === '/contents/crawl-links') return { status: 202, body: { id: 'cap-1' } };
    return path === '/contents/crawl-links/cap-1' ? problem(404, 'not_found', 'Não encontramos isto.') : undefined;
  });
  const to = captureOf('https://loja.com.br');
  const { user, address } = visit('/guia', [
    ...routes,
    { path: '/guia', element: <Link to={to} state={READS} children="Ler o site" /> },
  ]);
  await user.click(await screen.findByRole('link', { name: 'Ler o site' }));
  await waitFor(() => expect(address()).toBe(`${PATH}?tab=link&capture=cap-1`));
  expect(engine.calls('POST', '/contents/crawl-links').map(({ body }) => body)).toEqual([
    { contextId, url: 'https://loja.com.br' },
  ]);
});

describe('the tab in the address', () => {
  it.each([
    ['', 'Site'],
    ['?tab=link', 'Site'],
    ['?tab=file', 'Arquivos'],
    ['?tab=faq', 'Pergunta e resposta'],
    ['?tab=other', 'Site'],
  ])('the address %s opens the tab %s', async (query, name) => {
    visit(PATH + query, routes);
    const tab = await screen.findByRole('tab', { name });
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });

  it('returns to the previous tab with the back button, and switches tabs with the arrow keys', async () => {
    const { user, address, back } = visit(`${PATH}?tab=link`, routes);
    await user.click(await screen.findByRole('tab', { name: 'Arquivos' }));
    await waitFor(() => expect(address()).toBe(`${PATH}?tab=file`));
    await user.keyboard('{ArrowRight}{Enter}');
    await waitFor(() => expect(address()).toBe(`${PATH}?tab=faq`));
    await back();
    await waitFor(() => expect(address()).toBe(`${PATH}?tab=file`));
  });
});

describe('capturing a site', () => {
  const capture = (more: Partial<SiteCapture> = {}): SiteCapture => ({
    id: 'cap-1',
    contextId: CONTEXTS[0]!.id,
    url: 'https://loja.com.br/',
    status: 'done',
    reason: null,
    found: 3,
    read: 3,
    failed: 0,
    excluded: 0,
    kept: 0,
    limit: 100,
    room: 100,
    sitemap: null,
    pages: pages(3),
    ...more,
  });
  const answerCapture = (state: () => SiteCapture) =>
    engine.on(({ method, path }) => {
      if (method === 'POST' && path === '/contents/crawl-links') return { status: 202, body: { id: 'cap-1' } };
      if (path === '/contents/crawl-links/cap-1') return { body: state() };
      return path === '/contents/links' ? { status: 201, body: { data: [] } } : undefined;
    });

  it('adds https://, captures for the current context and keeps the capture in the address', async () => {
    let state = capture({ status: 'working', pages: pages(1), found: 2, read: 1 });
    answerCapture(() => state);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { user, address } = visit(`${PATH}?tab=link`, routes);
    await user.type(await screen.findByLabelText('Endereço do site'), 'loja.com.br{Enter}');
    await screen.findByText('Lendo loja.com.br');
    expect(engine.calls('POST', '/contents/crawl-links')[0]?.body).toEqual({ contextId, url: 'https://loja.com.br' });
    await waitFor(() => expect(address()).toBe(`${PATH}?tab=link&capture=cap-1`));
    expect(screen.getByText('2 encontradas')).toBeTruthy();
    expect(screen.getByText('1 lida')).toBeTruthy();
    expect(screen.getByRole('progressbar')).toBeTruthy();
    state = capture({
      pages: [...pages(3), page(9, { status: 'failed', reason: 'A página está vazia.' })],
      found: 4,
      failed: 1,
    });
    await pass(1_000);
    await screen.findByText('Páginas de loja.com.br');
    expect(screen.getByText('1 com falha')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    const callsBefore = engine.calls('GET', /crawl-links/).length;
    await pass(60_000);
    expect(engine.calls('GET', /crawl-links/).length).toBe(callsBefore);
  });

  it('rejects an invalid address without a request', async () => {
    const { user } = visit(`${PATH}?tab=link`, routes);
    const field = await screen.findByLabelText('Endereço do site');
    await user.click(screen.getByRole('button', { name: 'Buscar páginas' }));
    await screen.findByText('Obrigatório');
    await user.type(field, 'isso não é{Enter}');
    await screen.findByText(/^Informe um endereço válido/);
    expect(engine.calls('POST', /.*/)).toEqual([]);
  });

  it('continues after a reload and adds the chosen pages with one request', async () => {
    answerCapture(() => capture({ pages: pages(230), room: 500, found: 230 }));
    const { user, address } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText('230 de 230');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Página 7 / }));
    await user.click(screen.getByRole('button', { name: 'Adicionar 229 páginas' }));
    await waitFor(() => expect(address()).toBe(LIST));
    const sent = engine.calls('POST', '/contents/links').map(({ body }) => (body as { urls: string[] }).urls);
    expect(sent.map(({ length }) => length)).toEqual([229]);
    expect(sent.flat()).not.toContain('https://loja.com.br/p7');
    await waitFor(() => expect(toasts()).toEqual(['229 páginas a caminho. O assistente já está aprendendo.']));
  });

  it('selects the suggested pages when the plan lacks space, and disables the others', async () => {
    const best = pages(5).map((one, at) => ({ ...one, chosen: at === 1 || at === 3 }));
    answerCapture(() => capture({ pages: best, room: 2 }));
    const { user } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText(/^Seu plano tem lugar para mais 2 páginas\. Já escolhemos/);
    const tick = (at: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Página ${at} `) });
    const state = () => [0, 1, 2, 3, 4].map((at) => (tick(at).checked ? 'x' : tick(at).disabled ? '-' : 'o')).join('');
    expect(state()).toBe('-x-x-');
    await user.click(tick(3));
    expect(state()).toBe('oxooo');
    await user.click(tick(4));
    expect(state()).toBe('-x--x');
    await user.click(screen.getByRole('button', { name: 'Ter mais lugar' }));
    expect(shownUpgrade()?.limit).toMatch(/^Seu plano tem lugar para mais 2 páginas/);
    hideUpgrade();
    await user.dblClick(screen.getByRole('button', { name: 'Adicionar 2 páginas' }));
    await waitFor(() =>
      expect(engine.calls('POST', '/contents/links')[0]?.body).toEqual({
        contextId,
        urls: ['https://loja.com.br/p1', 'https://loja.com.br/p4'],
      }),
    );
    expect(engine.calls('POST', '/contents/links')).toHaveLength(1);
  });

  it('shows kept pages and pages that need JavaScript, and offers to follow the sitemap', async () => {
    const reason = 'A página só aparece com JavaScript e não pode ser lida.';
    const failed = [8, 9].map((at) => page(at, { status: 'failed', reason, chosen: false }));
    const some = [page(0, { isKept: true, chosen: false }), page(1), ...failed];
    answerCapture(() =>
      capture({ pages: some, found: 4, read: 2, failed: 2, kept: 1, sitemap: { pages: 40, contentId: null } }),
    );
    const { user } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText('1 já na base');
    expect(screen.getByRole('button', { name: 'Adicionar 1 página' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver as 2 páginas que falharam' }));
    expect((await screen.findByText(reason)).textContent).toBe(`${reason} 2 páginas`);
    await user.click(await screen.findByRole('button', { name: 'Acompanhar mapa' }));
    await waitFor(() =>
      expect(engine.calls('POST', '/contents/links')[0]?.body).toEqual({
        contextId,
        urls: ['https://loja.com.br'],
        sitemap: true,
      }),
    );
  });

  it('separates pages excluded by robots.txt from failures', async () => {
    const reason = 'O site pede que esta página não seja lida (robots.txt).';
    const closed = page(8, { status: 'excluded', reason, chosen: false });
    answerCapture(() => capture({ pages: [page(0), closed], found: 2, read: 1, failed: 0, excluded: 1 }));
    const { user } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText('1 fora, a pedido do site');
    expect(screen.queryByText(/com falha/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ver a página que o site pede para não ler' }));
    await screen.findByText(reason);
  });

  it('does not offer to follow a sitemap that exceeds the plan', async () => {
    answerCapture(() => capture({ pages: [page(0), page(1)], room: 11, sitemap: { pages: 33, contentId: null } }));
    visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText(/um mapa com 33 páginas e o seu plano tem lugar para mais 11/);
    expect(screen.queryByRole('button', { name: 'Acompanhar mapa' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Adicionar 2 páginas' })).toBeTruthy();
  });

  it('adds the pages to the context of the capture, not to the current one', async () => {
    answerCapture(() => capture({ pages: [page(0)], contextId: CONTEXTS[1]!.id }));
    const { user } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText(`Esta busca começou no contexto “${CONTEXTS[1]!.name}”. É nele que as páginas entram.`);
    await user.click(screen.getByRole('button', { name: 'Adicionar 1 página' }));
    await waitFor(() =>
      expect(engine.calls('POST', '/contents/links')[0]?.body).toMatchObject({ contextId: CONTEXTS[1]!.id }),
    );
  });

  it('follows the address of a sitemap directly', async () => {
    answerCapture(() => capture());
    const { user } = visit(`${PATH}?tab=link`, routes);
    await user.type(await screen.findByLabelText('Endereço do site'), 'loja.com.br/sitemap.xml');
    await user.click(await screen.findByRole('button', { name: 'Acompanhar mapa' }));
    await waitFor(() =>
      expect(engine.calls('POST', '/contents/links')[0]?.body).toMatchObject({
        urls: ['https://loja.com.br/sitemap.xml'],
        sitemap: true,
      }),
    );
    expect(engine.calls('POST', '/contents/crawl-links')).toEqual([]);
  });

  it('shows the message of the server when the plan is full and keeps the selection', async () => {
    answerCapture(() => capture());
    engine.on(({ path }) =>
      path === '/contents/links'
        ? problem(409, 'plan_limit_reached', 'Você chegou ao limite do seu plano.')
        : undefined,
    );
    const { user, address } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await user.click(await screen.findByRole('button', { name: 'Adicionar 3 páginas' }));
    // The upgrade dialog shows the message, so no toast may repeat it.
    await waitFor(() => expect(shownUpgrade()?.limit).toBe('Você chegou ao limite do seu plano.'));
    expect(toasts()).toEqual([]);
    await waitFor(() => expect(address()).toContain('capture=cap-1'));
    hideUpgrade();
  });

  it('shows why a site could not be read, and returns to its address', async () => {
    answerCapture(() => capture({ status: 'error', reason: 'O site não respondeu.', pages: [], found: 0 }));
    const { user } = visit(`${PATH}?tab=link&capture=cap-1`, routes);
    await screen.findByText('O site não respondeu.');
    await user.click(screen.getByRole('button', { name: 'Buscar outro site' }));
    const input = await screen.findByLabelText('Endereço do site');
    expect(input).toHaveProperty('value', capture().url);
    expect(document.activeElement).toBe(input);
  });

  it('offers another site when the capture no longer exists', async () => {
    const { user, address } = visit(`${PATH}?tab=link&capture=gone`, routes);
    await screen.findByText(/Esta busca não existe mais/);
    await user.click(screen.getByRole('button', { name: 'Buscar outro site' }));
    await waitFor(() => expect(address()).toBe(`${PATH}?tab=link`));
  });
});

describe('choosing pages', () => {
  const choices = fc
    .dictionary(
      fc.nat({ max: 14 }).map((at) => page(at).url),
      fc.boolean(),
    )
    .map((all): PageChoices => new Map(Object.entries(all)));
  const limits = fc.nat({ max: 12 });

  it('fills the limit with wanted pages that were read, and never exceeds it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 14 }), choices, limits, (count, all, limit) => {
        const found = [...pages(count), page(99, { status: 'failed' })];
        const chosen = chosenPages(found, all, limit);
        const eligible = pages(count).filter(({ url }) => all.get(url) !== false);
        expect(chosen.size).toBe(Math.min(eligible.length, limit));
        for (const url of chosen) expect(eligible.some((one) => one.url === url)).toBe(true);
      }),
    );
  });

  it('keeps chosen pages chosen while more pages are found', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 }), fc.nat({ max: 10 }), limits, fc.nat({ max: 9 }), (early, more, limit, at) => {
        const before = chosenPages(pages(early), new Map(), limit);
        const choice = withChoices(pages(early), before, [page(at).url], false);
        const after = chosenPages(pages(early + more), choice, limit);
        for (const url of before) if (url !== page(at).url) expect(after.has(url)).toBe(true);
        expect(after.has(page(at).url)).toBe(false);
      }),
    );
  });

  it('shows pages by their path within the site', () => {
    expect(pathWithin('https://loja.com.br/', 'https://loja.com.br/s%C3%A1bado?x=1')).toBe('/sábado?x=1');
    expect(pathWithin('https://loja.com.br/', 'https://loja.com.br/')).toBe('/');
    expect(pathWithin('https://loja.com.br/', 'https://outra.com.br/a')).toBe('outra.com.br/a');
  });
});

describe('files', () => {
  const choose = async (...files: File[]) => {
    fireEvent.change(await screen.findByLabelText(/^Escolha os arquivos/), { target: { files } });
  };
  const line = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

  it('are checked for size and format before the upload', async () => {
    visit(`${PATH}?tab=file`, routes);
    await choose(
      fileOf('grande.pdf', FILE_MAX_BYTES + 1),
      fileOf('foto.png'),
      fileOf('sem-formato'),
      fileOf('no limite.PDF', FILE_MAX_BYTES),
    );
    expect((await line('grande.pdf')).getByRole('alert').textContent).toBe(
      'grande.pdf - Os arquivos não podem exceder 10MB!',
    );
    expect((await line('foto.png')).getByRole('alert').textContent).toBe(
      'foto.png - Os arquivos devem estar no formato txt, pdf ou docx!',
    );
    expect((await line('sem-formato')).getByRole('alert').textContent).toBe(
      'sem-formato - Os arquivos devem estar no formato txt, pdf ou docx!',
    );
    await waitFor(() => expect(engine.calls('POST', '/contents/file')).toHaveLength(1));
    expect((await line('foto.png')).queryByRole('button', { name: /de novo/ })).toBeNull();
  });

  it('upload two at a time with the context first, and offer the list when all are sent', async () => {
    const { until, open } = gate();
    let running = 0;
    let highest = 0;
    engine.on(async ({ path }) => {
      if (path !== '/contents/file') return undefined;
      highest = Math.max(highest, ++running);
      await until;
      running--;
      return { status: 201, body: { id: 'c' } };
    });
    const view = visit(`${PATH}?tab=file`, routes);
    await choose(...['a.txt', 'b.doc', 'c.docx', 'd.pdf'].map((name) => fileOf(name)));
    await waitFor(() => expect(engine.calls('POST', '/contents/file')).toHaveLength(2));
    expect((await line('c.docx')).getByText('Na fila')).toBeTruthy();
    open();
    await screen.findByText('4 de 4 enviados');
    expect(highest).toBe(2);
    const body = String(engine.calls('POST', '/contents/file')[0]?.body);
    expect(body.indexOf('name="contextId"')).toBeLessThan(body.indexOf('name="file"; filename="a.txt"'));
    expect(body).toContain(String(contextId));
    await view.user.click(screen.getByRole('link', { name: 'Ver conteúdos' }));
    await waitFor(() => expect(view.address()).toBe(LIST));
  });

  it('show their state until they are trained', async () => {
    const [row] = engine.fill('contents', [{ title: 'a.txt', type: 'FILE', contextId, status: 'working' }]);
    engine.on(({ path }) => (path === '/contents/file' ? { status: 201, body: { id: row?.id } } : undefined));
    visit(`${PATH}?tab=file`, routes);
    await choose(fileOf('a.txt'));
    await (await line('a.txt')).findByText('Em treinamento');
    Object.assign(row!, { status: 'done' });
    await (await line('a.txt')).findByText('Pronto, já responde');
  });

  it('show their state also when the list has them on its next page', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const [row] = engine.fill('contents', [
      { title: 'a.txt', type: 'FILE', contextId, status: 'done', updatedAt: at(0) },
      ...Array.from({ length: 100 }, (_, index) => ({ title: `${index}`, contextId, updatedAt: at(index + 1) })),
    ]);
    engine.on(({ path }) => (path === '/contents/file' ? { status: 201, body: { id: row?.id } } : undefined));
    visit(`${PATH}?tab=file`, routes);
    await choose(fileOf('a.txt'));
    await (await line('a.txt')).findByText('Pronto, já responde');
  });

  it('show why they failed and can be retried one by one or together', async () => {
    let isDown = true;
    engine.on(({ path }) => {
      if (path !== '/contents/file') return undefined;
      return isDown ? problem(503, 'unavailable', 'Tente de novo em instantes.') : { status: 201, body: { id: 'c' } };
    });
    const view = visit(`${PATH}?tab=file`, routes);
    await choose(...['a.txt', 'b.txt', 'c.txt'].map((name) => fileOf(name)));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3));
    expect((await line('a.txt')).getByRole('alert').textContent).toBe('Tente de novo em instantes.');
    isDown = false;
    await view.user.click(screen.getByRole('button', { name: 'Enviar b.txt de novo' }));
    await screen.findByText('1 de 3 enviados');
    await view.user.click(screen.getByRole('button', { name: 'Tentar de novo os 2 que falharam' }));
    await screen.findByText('3 de 3 enviados');
    expect(screen.queryAllByRole('alert')).toEqual([]);
  });

  it('that stay wrong cannot be retried', async () => {
    const message = 'foto.docx - Os arquivos devem estar no formato txt, pdf ou docx!';
    engine.on(({ path }) => (path === '/contents/file' ? problem(422, 'file_format', message) : undefined));
    visit(`${PATH}?tab=file`, routes);
    await choose(fileOf('foto.docx'), new File([], 'vazio.txt'));
    await screen.findByText(message);
    expect((await line('vazio.txt')).getByRole('alert').textContent).toBe('vazio.txt - O arquivo está vazio.');
    expect(engine.calls('POST', '/contents/file')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /de novo/ })).toBeNull();
  });

  it('that exist already name the existing content, which can be opened or replaced', async () => {
    const known = { id: CONTEXTS[0]?.id, title: 'manual.txt', contextId, contextName: 'Loja' };
    engine.on(({ path, method }) => {
      if (method === 'PUT' && path === `/contents/file/${known.id}`) return { body: {} };
      if (path !== '/contents/file') return undefined;
      const refusal = problem(409, 'file_known', 'a.txt - Este arquivo já está em “manual.txt”.');
      return { ...refusal, body: { ...(refusal.body as object), current: known } };
    });
    const view = visit(`${PATH}?tab=file`, routes);
    await choose(fileOf('a.txt'));
    await screen.findByText('a.txt - Este arquivo já está em “manual.txt”.');
    const link = screen.getByRole('link', { name: 'Abrir o que já existe' });
    expect(link.getAttribute('href')).toBe(`/knowledge-base/content/edit/${known.id}`);
    await view.user.click(await screen.findByRole('button', { name: 'Trocar e treinar de novo' }));
    await screen.findByText('1 de 1 enviado');
    expect(engine.calls('PUT', `/contents/file/${known.id}`)).toHaveLength(1);
  });

  it('ask before leaving while they are uploading', async () => {
    const { until, open } = gate();
    engine.on(async ({ path }) => {
      if (path !== '/contents/file') return undefined;
      await until;
      return { status: 201, body: { id: 'c' } };
    });
    const view = visit([LIST, `${PATH}?tab=file`], routes);
    await choose(fileOf('a.txt'));
    await screen.findByRole('progressbar');
    await view.user.click(screen.getByRole('link', { name: 'Conteúdos' }));
    await screen.findByText(/Ainda há arquivos sendo enviados/);
    await view.user.click(screen.getByRole('button', { name: 'Continuar editando' }));
    await waitFor(() => expect(view.address()).toBe(`${PATH}?tab=file`));
    open();
    await screen.findByText('1 de 1 enviado');
  });

  it('at most two upload at a time, and only failed ones are retried', () => {
    const states = fc.array(fc.constantFrom<QueuedFile['state']>('refused', 'waiting', 'sending', 'sent', 'failed'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(states, (all) => {
        const queue = all.map((state, at): QueuedFile => ({
          key: String(at),
          file: fileOf('a.txt'),
          state,
          percent: 0,
        }));
        const sending = queue.filter(({ state }) => state === 'sending').length;
        expect(sending + dueFiles(queue).length).toBeLessThanOrEqual(Math.max(2, sending));
        const again = retried(
          queue,
          queue.map(({ key }) => key),
        );
        expect(again.map(({ state }) => state)).toEqual(all.map((state) => (state === 'failed' ? 'waiting' : state)));
      }),
    );
  });
});

describe('a question and answer', () => {
  const made = () =>
    engine.on(({ path }) => (path === '/contents/faq' ? { status: 201, body: { id: 'c' } } : undefined));

  it('counts the characters and shows what is missing', async () => {
    const { user } = visit(`${PATH}?tab=faq`, routes);
    await user.type(await screen.findByLabelText('Pergunta'), 'Prazo?');
    expect(screen.getByText('6 / 500')).toBeTruthy();
    expect(screen.getByText('0 / 5000')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Adicionar' }));
    await screen.findByText('Obrigatório');
    fireEvent.change(screen.getByLabelText('Resposta'), { target: { value: 'x'.repeat(5_001) } });
    await user.click(screen.getByRole('button', { name: 'Adicionar' }));
    await screen.findByText('Use no máximo 5.000 caracteres');
    expect(engine.calls('POST', /.*/)).toEqual([]);
  });

  it('is saved and leads to the list, or empties the form for another one', async () => {
    made();
    const { user, address } = visit(`${PATH}?tab=faq&question=Qual%20o%20prazo%3F`, routes);
    const question = await screen.findByLabelText<HTMLTextAreaElement>('Pergunta');
    expect(question.value).toBe('Qual o prazo?');
    await user.type(screen.getByLabelText('Resposta'), 'Cinco dias.');
    await user.click(screen.getByRole('button', { name: 'Adicionar e escrever outra' }));
    await screen.findByText('1 pergunta adicionada agora');
    expect(question.value).toBe('');
    expect(engine.calls('POST', '/contents/faq')[0]?.body).toEqual({
      contextId,
      question: 'Qual o prazo?',
      answer: 'Cinco dias.',
    });
    await user.type(question, 'E o frete?');
    await user.type(screen.getByLabelText('Resposta'), 'Grátis.');
    await user.click(screen.getByRole('button', { name: 'Adicionar' }));
    await waitFor(() => expect(address()).toBe(LIST));
  });

  it('is read from the columns of a table that its owner chooses', async () => {
    const names = ['Assunto', 'O que dizemos', 'O que perguntam'];
    const body = {
      lines: [],
      separator: 'tab',
      hasHeading: false,
      columns: { names, question: 0, answer: 1, phrasings: null },
      sheets: [
        { name: 'Loja', isHidden: false, rows: 3, isRead: true },
        { name: 'Interno', isHidden: true, rows: 1, isRead: false },
      ],
      hidden: { rows: 2, columns: ['Nota'], isRead: false },
      room: null,
    };
    engine.on(({ path }) => (path === '/contents/faqs/check' ? { body } : undefined));
    const { user } = visit(`${PATH}?tab=faq&way=many`, routes);
    await user.type(await screen.findByLabelText('Cole a tabela'), names.join(';'));
    await user.click(screen.getByRole('button', { name: 'Conferir tabela' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Interno (aba oculta, 1 linha)' }));
    await waitFor(() => expect(engine.calls('POST', '/contents/faqs/check')).toHaveLength(2));
    expect(String(engine.calls('POST', '/contents/faqs/check')[1]?.body)).toMatch(/name="sheets"\s+0,1\s/);
    await user.click(await screen.findByRole('checkbox', { name: '2 linhas ocultas; coluna oculta: Nota' }));
    await waitFor(() => expect(engine.calls('POST', '/contents/faqs/check')).toHaveLength(3));
    await user.click(await screen.findByLabelText('Coluna da pergunta'));
    await user.click(await optionOf('O que perguntam'));
    await waitFor(() => expect(engine.calls('POST', '/contents/faqs/check')).toHaveLength(4));
    const sent = String(engine.calls('POST', '/contents/faqs/check')[3]?.body);
    expect(sent).toMatch(/name="readsHidden"\s+true\s/);
    expect(sent).toMatch(/name="questionColumn"\s+2\s/);
    expect(sent).toMatch(/name="answerColumn"\s+1\s/);
  });

  it('says once what to do with a price list', async () => {
    const fault = { code: 'price_list', message: 'É uma tabela de valores.' };
    const lines = [2, 3].map((line) => ({
      ...{ line, sheet: null, question: `Queijo ${line}`, answer: '89,90' },
      ...{ phrasings: [], fault, sameAs: null },
    }));
    const columns = { names: ['Produto', 'Preço'], question: 0, answer: 1, phrasings: null };
    const hidden = { rows: 0, columns: [], isRead: false };
    const body = { lines, separator: 'semicolon', hasHeading: false, columns, sheets: [], hidden, room: null };
    engine.on(({ path }) => (path === '/contents/faqs/check' ? { body } : undefined));
    const { user } = visit(`${PATH}?tab=faq&way=many`, routes);
    await user.type(await screen.findByLabelText('Cole a tabela'), 'Produto;Preço');
    await user.click(screen.getByRole('button', { name: 'Conferir tabela' }));
    await screen.findByText(fault.message);
    expect(screen.queryByText('Queijo 2')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nada a adicionar' }).disabled).toBe(true);
  });

  it('asks before unsaved text is lost', async () => {
    const { user, address } = visit([LIST, `${PATH}?tab=faq`], routes);
    await user.type(await screen.findByLabelText('Pergunta'), 'Prazo?');
    await user.click(screen.getByRole('link', { name: 'Conteúdos' }));
    await user.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
    await waitFor(() => expect(address()).toBe(LIST));
  });
});
