import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differenceOf } from '../../src/reading/text-difference.ts';
import { queueDueSyncs } from '../../src/server/knowledge/sync/sync-content.ts';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import { type Caller, startServer, type TestServer, textOf, until } from '../support/server.ts';

let server: TestServer;
let site: LocalSite;
const pages: Record<string, Page> = {};
beforeAll(async () => {
  site = await serve(pages);
  pages['/robots.txt'] = (_request, response) => void response.end(`Sitemap: ${site.origin}/all.xml`);
  server = await startServer({ env: { CRAWL_ALLOW: site.host } });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const html = (title: string, ...paragraphs: string[]) =>
  `<html lang="pt-BR"><title>${title}</title><main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main></html>`;
/** A page of a well-behaved server: it sends an ETag and returns 304 when the ETag matches. */
const tagged =
  (body: string): Page =>
  (request, response) => {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(body);
  };
const busy: Page = (_request, response) => void response.writeHead(500).end();
const sitemap =
  (...paths: string[]): Page =>
  (_request, response) =>
    void response
      .setHeader('content-type', 'application/xml')
      .end(`<urlset>${paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('')}</urlset>`);

const query = async <T = any>(text: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(text, values)).rows as T[];
const idle = (accountId: string) =>
  until(
    async () =>
      (await query(`select 1 from jobs where account_id = $1 and state = 'waiting' and kind <> 'label'`, accountId))
        .length === 0,
  );

async function add(caller: Caller, path: string, more: object = {}) {
  const body = { contextId: caller.contextId, urls: [site.origin + path], ...more };
  const made = await caller.post('/contents/links', body);
  expect(made.status).toBe(201);
  await idle(caller.accountId);
  return made.body.data[0].id as string;
}
async function sync(caller: Caller, id: string) {
  const answer = await caller.post(`/contents/${id}/sync`);
  expect(answer.status).toBe(202);
  await idle(caller.accountId);
  return (await caller.get(`/contents/${id}/syncs`)).body.data;
}
const answerTo = async (caller: Caller, question: string) => {
  const url = `/api/widgets/${caller.contextId}/messages`;
  return textOf(await server.call({ method: 'POST', url, payload: { question } }));
};
const chunksOf = (id: string) =>
  query(`select version, ordinal, text, xmin from chunks where content_id = $1 order by 1, 2`, id);

describe('syncing a page', () => {
  it('changes nothing when the ETag or the text is the same', async () => {
    const caller = await server.signUp();
    pages['/troca'] = tagged(html('Trocas', 'O prazo de troca é de trinta dias depois da entrega, com a nota fiscal.'));
    const id = await add(caller, '/troca');
    const before = await chunksOf(id);
    const [content] = await query('select * from contents where id = $1', id);
    const [context] = await query('select knowledge_version from contexts where id = $1', caller.contextId);
    expect(content).toMatchObject({ status: 'done', etag: expect.stringContaining('"'), sync_failure: null });
    expect((await sync(caller, id)).map((one: any) => one.outcome)).toEqual(['unchanged', 'new']);
    // Another footer and ETag, but the same text.
    pages['/troca'] = tagged(
      html('Trocas', 'O prazo de troca é de trinta dias depois da entrega, com a nota fiscal.') +
        '<footer>2027</footer>',
    );
    expect((await sync(caller, id)).map((one: any) => one.outcome)).toEqual(['unchanged', 'unchanged', 'new']);
    expect(await chunksOf(id)).toEqual(before);
    const [now] = await query('select * from contents where id = $1', id);
    expect(now.version).toBe(content.version);
    expect(now.etag).not.toBe(content.etag);
    expect(now.synced_at > content.synced_at).toBe(true);
    expect(await query('select knowledge_version from contexts where id = $1', caller.contextId)).toEqual([context]);
  });

  it('stores the difference and answers with the new text', async () => {
    const caller = await server.signUp();
    const same = 'A loja abre de segunda a sexta e fecha aos domingos e feriados nacionais.';
    pages['/frete'] = html('Frete', same, 'O frete para Curitiba custa dez reais e chega em dois dias úteis.');
    const id = await add(caller, '/frete');
    expect(await answerTo(caller, 'Quanto custa o frete para Curitiba?')).toContain('dez reais');
    pages['/frete'] = html('Frete', same, 'O frete para Curitiba custa doze reais e chega em três dias úteis.');
    const [newest] = await sync(caller, id);
    expect(newest).toMatchObject({ outcome: 'changed', reason: null });
    expect(newest.difference.filter((line: any) => line.kind !== 'same')).toEqual([
      { kind: 'gone', text: 'O frete para Curitiba custa dez reais e chega em dois dias úteis.' },
      { kind: 'new', text: 'O frete para Curitiba custa doze reais e chega em três dias úteis.' },
    ]);
    expect(await answerTo(caller, 'Quanto custa o frete para Curitiba?')).toContain('doze reais');
    expect(new Set((await chunksOf(id)).map(({ version }) => version))).toEqual(new Set([2]));
  });

  it('keeps the old text when it fails, and shows the failure until the next success', async () => {
    const caller = await server.signUp();
    pages['/garantia'] = html('Garantia', 'A garantia das bicicletas é de dois anos contra defeitos de fabricação.');
    const id = await add(caller, '/garantia');
    const good = pages['/garantia'];
    pages['/garantia'] = busy;
    const [failed] = await sync(caller, id);
    expect(failed).toMatchObject({ outcome: 'failed', reason: 'O site respondeu com erro. Tente de novo mais tarde.' });
    expect((await caller.get(`/contents/${id}`)).body).toMatchObject({
      status: 'done',
      syncFailure: 'O site respondeu com erro. Tente de novo mais tarde.',
    });
    expect(await answerTo(caller, 'De quanto tempo é a garantia das bicicletas?')).toContain('dois anos');
    delete pages['/garantia'];
    expect((await sync(caller, id))[0].reason).toBe('A página não existe mais neste endereço.');
    pages['/garantia'] = good;
    await sync(caller, id);
    expect((await caller.get(`/contents/${id}`)).body.syncFailure).toBeNull();
  });

  const login = '<form><input name=u><input type=password name=p><button>Entrar</button></form>';
  it.each<[string, Page]>([
    ['a notice of maintenance', html('Em manutenção', 'Estamos fazendo melhorias e voltamos em breve. Obrigado.')],
    ['a notice that the site is suspended', html('Conta suspensa', 'Entre em contato com a sua hospedagem.')],
    ['a page for missing addresses', html('Ops!', 'A página que você procura não foi encontrada. Volte ao início.')],
    ['a check for robots', html('Um momento…', 'Verificando se você é humano. Isso pode levar alguns segundos.')],
    ['a form to sign in', html('Entrar | Loja', 'Informe seu usuário e sua senha para continuar.') + login],
    ['a redirect to the start page', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    ['a page that has lost most of its text', html('Aluguel', 'Consulte os valores com a nossa equipe.')],
  ])('keeps the old text when the site sends %s, and tells the owner', async (what, instead) => {
    const caller = await server.signUp();
    const path = `/aluguel-${what.replaceAll(' ', '-')}`;
    const text = 'O aluguel da chácara custa R$ 1.250,00 por fim de semana.';
    const more = 'A piscina fica aberta o ano todo, e a cozinha tem fogão industrial, forno e geladeira grande. ';
    pages['/'] = html('Início', 'Espaço para festas, com churrasqueira e área verde para a família toda.');
    pages[path] = html('Aluguel', text, more, 'O salão recebe até cem pessoas sentadas e tem som, mesas e cadeiras.');
    const id = await add(caller, path);
    pages[path] = instead;
    const [failed] = await sync(caller, id);
    expect(failed).toMatchObject({ outcome: 'failed', reason: expect.any(String) });
    expect((await caller.get(`/contents/${id}`)).body).toMatchObject({ status: 'done', syncFailure: failed.reason });
    expect(await answerTo(caller, 'Quanto custa o aluguel da chácara?')).toContain('1.250,00');
    if (!what.includes('lost')) return;
    expect(failed.difference).toContainEqual({ kind: 'gone', text });
    // The owner has looked at the difference and reads the page again.
    await caller.post(`/contents/${id}/retry`);
    await idle(caller.accountId);
    expect((await caller.get(`/contents/${id}`)).body.syncFailure).toBeNull();
    expect(await answerTo(caller, 'Quanto custa o aluguel da chácara?')).not.toContain('1.250,00');
  });

  it('takes a counter or a date for no change, but a price for one', async () => {
    const caller = await server.signUp();
    const page = (seen: string, price: string) =>
      html(
        'Passeio',
        'O passeio de barco dura três horas.',
        `${seen} pessoas viram`,
        `Custa R$ ${price}.`,
        '26/11/2026',
      );
    pages['/passeio'] = page('2.134', '80');
    const id = await add(caller, '/passeio');
    pages['/passeio'] = page('2.471', '80').replace('26/11', '27/11');
    expect((await sync(caller, id))[0]).toMatchObject({ outcome: 'unchanged', difference: null });
    pages['/passeio'] = page('2.502', '95');
    expect((await sync(caller, id))[0]).toMatchObject({ outcome: 'changed' });
  });

  it('tries again after a failure that passes', async () => {
    const caller = await server.signUp();
    const page = html('Visita', 'A visita à vinícola custa quarenta reais e inclui a prova de três vinhos.');
    /** Fails once, then answers. */
    const failingOnce = (fail: (...call: Parameters<Exclude<Page, string>>) => void): Page => {
      let isFirst = true;
      return (request, response, body) => {
        if (!isFirst) return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        isFirst = false;
        fail(request, response, body);
      };
    };
    pages['/visita'] = failingOnce(busy as Exclude<Page, string>);
    const id = await add(caller, '/visita');
    expect((await caller.get(`/contents/${id}`)).body.status).toBe('done');
    pages['/visita'] = failingOnce((request) => void request.socket.destroy());
    expect((await sync(caller, id))[0].outcome).toBe('unchanged');
  });

  it('keeps the last twenty syncs', async () => {
    const caller = await server.signUp();
    pages['/vinte'] = html('Vinte', 'Esta página nunca muda e é lida muitas vezes por quem a acompanha de perto.');
    const id = await add(caller, '/vinte');
    await query(
      `insert into content_syncs (account_id, id, content_id, outcome, at)
       select $1, gen_random_uuid(), $2, 'unchanged', now() - make_interval(days => n) from generate_series(1, 25) n`,
      caller.accountId,
      id,
    );
    const syncs = await sync(caller, id);
    expect(syncs).toHaveLength(20);
    expect(syncs.slice(0, 2).map((one: any) => one.outcome)).toEqual(['unchanged', 'new']);
  });

  it('returns 404 for a content that is not a page', async () => {
    const caller = await server.signUp();
    const faq = await caller.post('/contents/faq', { contextId: caller.contextId, question: 'Abre?', answer: 'Sim.' });
    expect((await caller.post(`/contents/${faq.body.id}/sync`)).status).toBe(404);
    await idle(caller.accountId);
  });

  it('never overwrites a newer training', async () => {
    const caller = await server.signUp();
    let release = () => {};
    const blocked = new Promise<void>((resolve) => (release = resolve));
    pages['/corrida'] = html('Corrida', 'O texto de antes fala de bicicletas antigas, guardadas no depósito da loja.');
    const id = await add(caller, '/corrida');
    const late = html('Corrida', 'O texto atrasado fala de coisas que ninguém mais quer saber nesta loja.');
    pages['/corrida'] = async (_request, response) => {
      await blocked;
      response.setHeader('content-type', 'text/html').end(late);
    };
    const requestsBefore = site.requests.length;
    expect((await caller.post(`/contents/${id}/sync`)).status).toBe(202);
    await until(async () => site.requests.length > requestsBefore);
    pages['/corrida'] = html(
      'Corrida',
      'O texto mais novo fala de bicicletas elétricas, que acabaram de chegar à loja.',
    );
    expect((await caller.post(`/contents/${id}/retry`)).status).toBe(202);
    await until(async () => (await query('select trained_version as v from contents where id = $1', id))[0].v === 2);
    release();
    await idle(caller.accountId);
    const texts = (await chunksOf(id)).map(({ text }) => text).join(' ');
    expect(texts).toContain('elétricas');
    expect(texts).not.toContain('atrasado');
  });
});

describe('due syncs', () => {
  it('are queued once a week, a limited number per account', async () => {
    const [big, small] = [await server.signUp(), await server.signUp()];
    const insert = (caller: Caller, count: number, more = '') =>
      query(
        `insert into contents (account_id, id, context_id, title, type, format, status, url, weekly_sync, created_at)
         select $1, gen_random_uuid(), $2, 'velha', 'LINK', 'html', 'done', $3, ${more === 'off' ? 'false' : 'true'},
           now() - interval '${more === 'fresh' ? 6 : 8} days' from generate_series(1, ${count})`,
        caller.accountId,
        caller.contextId,
        `${site.origin}/nunca`,
      );
    await insert(big, 50);
    await insert(big, 1, 'off');
    await insert(big, 1, 'fresh');
    await insert(small, 1);
    const count = async ({ accountId }: Caller) =>
      Number((await query(`select count(*) from jobs where account_id = $1 and kind = 'sync'`, accountId))[0].count);
    expect(await queueDueSyncs(server.services.db)).toBe(21);
    expect([await count(big), await count(small)]).toEqual([20, 1]);
    expect(await queueDueSyncs(server.services.db)).toBe(20);
    expect(await queueDueSyncs(server.services.db)).toBe(10);
    expect(await queueDueSyncs(server.services.db)).toBe(0);
    const [{ spread }] = await query(
      `select max(run_at) - min(run_at) > interval '2 seconds' as spread from jobs where account_id = $1`,
      big.accountId,
    );
    expect(spread).toBe(true);
    await query('delete from jobs where account_id = any($1)', [big.accountId, small.accountId]);
  });
});

describe('the titles of pages', () => {
  const titled = (title: string) =>
    tagged(html(title, `Sobre ${title}: a loja conserta bicicletas na oficina desde 1998.`));
  const titles = async (caller: Caller) =>
    (
      await query(`select title from contents where account_id = $1 and type = 'LINK' order by url`, caller.accountId)
    ).map(({ title }) => title);

  it('are without what the pages of their site share, by address, by sitemap and after a sync', async () => {
    const caller = await server.signUp();
    pages['/t/1'] = titled('Contato | Pedal do Vale');
    pages['/t/2'] = titled('Preços | Pedal do Vale');
    pages['/t/3'] = titled('Aluguel | Pedal do Vale');
    pages['/map.xml'] = sitemap('/t/1', '/t/2', '/t/3');
    const id = await add(caller, '/t/1');
    expect(await titles(caller)).toEqual(['Contato | Pedal do Vale']);
    await add(caller, '/t/2');
    expect(await titles(caller)).toEqual(['Contato', 'Preços']);
    await add(caller, '/map.xml', { sitemap: true });
    expect(await titles(caller)).toEqual(['Contato', 'Preços', 'Aluguel']);
    pages['/t/1'] = titled('Fale com a gente | Pedal do Vale');
    await sync(caller, id);
    expect(await titles(caller)).toEqual(['Fale com a gente', 'Preços', 'Aluguel']);
    // The whole title still finds its page.
    expect(await answerTo(caller, 'O que é o Pedal do Vale?')).toContain('conserta bicicletas');
  });

  it('are learnt by a sync of pages that were read before whole titles were kept', async () => {
    const caller = await server.signUp();
    pages['/u/1'] = titled('Trocas | Casa Norte');
    pages['/u/2'] = titled('Garantia | Casa Norte');
    const ids = [await add(caller, '/u/1'), await add(caller, '/u/2')];
    await query(
      `update contents set page_title = null, title = title || ' | Casa Norte' where account_id = $1`,
      caller.accountId,
    );
    for (const id of ids) expect((await sync(caller, id))[0].outcome).toBe('unchanged');
    expect(await titles(caller)).toEqual(['Trocas', 'Garantia']);
  });
});

describe('a sitemap', () => {
  const words = (n: number) =>
    `A página de número ${n} conta a história do produto ${n}, feito à mão na nossa oficina.`;
  for (let n = 1; n <= 5; n++) pages[`/s/${n}`] = html(`Produto ${n}`, words(n));
  const listed = async (caller: Caller) =>
    (
      await query(
        `select url, status, vanished_at is not null as gone, sitemap_id from contents
       where account_id = $1 and type = 'LINK' order by url`,
        caller.accountId,
      )
    ).map((row) => [row.url.replace(site.origin, ''), row.status, row.gone]);

  it('adds its pages, also new ones, and marks those that it no longer lists', async () => {
    const caller = await server.signUp();
    pages['/map.xml'] = sitemap('/s/1', '/s/2', '/s/2?utm_source=x', 'https://outra.example/x');
    const id = await add(caller, '/map.xml', { sitemap: true });
    expect((await caller.get(`/contents/${id}`)).body).toMatchObject({
      type: 'SITEMAP',
      status: 'done',
      weeklySync: true,
    });
    expect(await listed(caller)).toEqual([
      ['/s/1', 'done', false],
      ['/s/2', 'done', false],
    ]);
    pages['/map.xml'] = sitemap('/s/2', '/s/3');
    const [newest] = await sync(caller, id);
    expect(newest).toMatchObject({
      outcome: 'changed',
      difference: [
        { kind: 'gone', text: `${site.origin}/s/1` },
        { kind: 'new', text: `${site.origin}/s/3` },
      ],
    });
    expect(await listed(caller)).toEqual([
      ['/s/1', 'done', true],
      ['/s/2', 'done', false],
      ['/s/3', 'done', false],
    ]);
    expect((await sync(caller, id))[0].outcome).toBe('unchanged');
    // A sitemap that cannot be read says nothing about its pages.
    pages['/map.xml'] = busy;
    expect((await sync(caller, id))[0].outcome).toBe('failed');
    expect((await listed(caller)).map(([, , isVanished]) => isVanished)).toEqual([true, false, false]);
    pages['/map.xml'] = sitemap('/s/1', '/s/2', '/s/3');
    await sync(caller, id);
    expect((await listed(caller)).map(([, , isVanished]) => isVanished)).toEqual([false, false, false]);
  });

  it('leaves out versions of its pages in other languages, and says so', async () => {
    const caller = await server.signUp();
    pages['/pt/s/1'] = html('Produto 1', words(1));
    pages['/map.xml'] = sitemap('/en/s/1', '/pt/s/1', '/s/2');
    const id = await add(caller, '/map.xml', { sitemap: true });
    expect((await listed(caller)).map(([path]) => path)).toEqual(['/pt/s/1', '/s/2']);
    const [{ difference }] = (await caller.get(`/contents/${id}/syncs`)).body.data;
    expect(difference.at(-1)).toEqual({
      kind: 'same',
      text: '1 página em outra língua ficou de fora. Se quiser usá-la, adicione o endereço dela.',
    });
  });

  it("is found from the site's address and never exceeds the plan's limit", async () => {
    const caller = await server.signUp();
    // The sitemap itself counts as a content, which leaves room for two pages.
    await query(`update plans set item_limit = 3 where id = 'free'`);
    pages['/all.xml'] = sitemap('/s/1', '/s/2', '/s/3', '/s/4', '/s/5');
    const id = await add(caller, '/', { sitemap: true });
    expect(await listed(caller)).toEqual([
      ['/s/1', 'done', false],
      ['/s/2', 'done', false],
    ]);
    const failure = async () => (await caller.get(`/contents/${id}`)).body.syncFailure;
    expect(await failure()).toBe('3 páginas novas ficaram de fora: seu plano vai até 3 conteúdos.');
    // When the plan is full, it adds nothing and keeps showing the warning.
    const faq = { contextId: caller.contextId, question: 'Abre?', answer: 'Sim, todos os dias.' };
    expect((await caller.post('/contents/faq', faq)).body.code).toBe('plan_limit_reached');
    await sync(caller, id);
    expect(await listed(caller)).toHaveLength(2);
    expect(await failure()).toBe('3 páginas novas ficaram de fora: seu plano vai até 3 conteúdos.');
    expect(await query('select 1 from jobs where account_id = $1', caller.accountId)).toEqual([]);
    await query(`update plans set item_limit = 50 where id = 'free'`);
    await sync(caller, id);
    expect(await listed(caller)).toHaveLength(5);
    expect(await failure()).toBeNull();
  });

  it('fails with a reason when the address has no sitemap', async () => {
    const caller = await server.signUp();
    pages['/none.xml'] = html('Não é um mapa');
    const id = await add(caller, '/none.xml', { sitemap: true });
    const { status, reason } = (await caller.get(`/contents/${id}`)).body;
    expect([status, reason]).toEqual([
      'error',
      'Não encontramos um mapa do site neste endereço. Informe o endereço do sitemap.xml ou capture o site.',
    ]);
  });

  it('is deleted with or without its pages, and only through the right type', async () => {
    const caller = await server.signUp();
    pages['/two.xml'] = sitemap('/s/4', '/s/5');
    const first = await add(caller, '/two.xml', { sitemap: true });
    expect((await caller.delete(`/contents/${first}/link`)).status).toBe(404);
    expect((await caller.delete(`/contents/${first}/sitemap`)).status).toBe(204);
    expect(await listed(caller)).toHaveLength(2);
    await query(`delete from contents where account_id = $1`, caller.accountId);
    const second = await add(caller, '/two.xml', { sitemap: true });
    expect((await caller.delete(`/contents/${second}?pages=remove`)).status).toBe(204);
    expect(await query('select 1 from contents where account_id = $1', caller.accountId)).toEqual([]);
    expect(await query('select 1 from chunks where account_id = $1', caller.accountId)).toEqual([]);
  });
});

describe('the difference of two texts', () => {
  it('turns the old lines into the new ones', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = differenceOf(before, after);
        const count = (kinds: string[], letterText: string) =>
          lines.filter((line) => kinds.includes(line.kind) && line.text === letterText).length;
        for (const letterText of ['a', 'b', 'c', 'd']) {
          const grown =
            after.filter((one) => one === letterText).length - before.filter((one) => one === letterText).length;
          expect(count(['new'], letterText) - count(['gone'], letterText)).toBe(grown);
        }
        if (before.join() === after.join()) expect(lines).toEqual([]);
      }),
    );
  });
});
