import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturePage } from '../../src/reading/capture/capture-page.ts';
import { scoreOf } from '../../src/reading/seo/score.ts';
import { SEO_CHECKS, type SeoCheck, type SeoCheckId, seoEvaluation } from '../../src/shared/seo.ts';
import { type LocalSite, type Page, send, serve } from '../outbound/serve.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

const prose = Array.from({ length: 40 }, (_, n) => `A oficina número ${n} cuida de bicicletas antigas e novas.`).join(
  ' ',
);
const head = (more = '') => `<meta charset="utf-8"><title>Oficina de bicicletas em Curitiba</title>
  <meta name="description" content="Consertamos bicicletas de todas as marcas em Curitiba, com garantia de um ano em cada serviço.">
  <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/i.png">
  <link rel="canonical" href="https://loja.example/oficina"><script type="application/ld+json">{"@type":"LocalBusiness"}</script>
  <meta property="og:title" content="a"><meta property="og:description" content="b"><meta property="og:image" content="c">${more}`;
const body = (
  more = '',
) => `<main><h1>Oficina</h1><h2>Serviços</h2><p>${prose}</p><img src="/a.png" alt="Uma oficina" width="1" height="1">
  <a href="/precos">Tabela de preços</a>${more}</main>`;
const good = `<html lang="pt-BR"><head>${head()}</head><body>${body()}</body></html>`;

const evaluate = (html: string, { url = 'https://loja.example/oficina', headers = {}, redirects = 0 } = {}) =>
  capturePage({ url, status: 200, headers, redirects, body: Buffer.from(html) }, { evaluates: true }).seo!;
const outcome = (checks: SeoCheck[], id: SeoCheckId) => checks.find((check) => check.id === id)?.outcome;
const page = (inHead: string, inBody = '') =>
  `<html lang="pt-BR"><head>${head(inHead)}</head><body>${body(inBody)}</body></html>`;

describe('the SEO checks of a page', () => {
  it('pass for a good page and match the documented checks', () => {
    const checks = evaluate(good);
    const ofSite = ['title-unique', 'description-unique'];
    expect(checks.map(({ id }) => id).sort()).toEqual(SEO_CHECKS.filter((id) => !ofSite.includes(id)).sort());
    expect(checks.filter((check) => check.outcome !== 'pass').map(({ id }) => id)).toEqual(['hreflang']);
    expect(scoreOf(checks)).toBe(100);
  });

  const cases: [SeoCheckId, SeoCheck['outcome'], string, object?][] = [
    ['indexable', 'fail', page('<meta name="googlebot" content="noindex">')],
    ['indexable', 'fail', good, { headers: { 'x-robots-tag': 'none' } }],
    ['title', 'fail', good.replace(/<title>.*<\/title>/, '')],
    ['title-length', 'warn', good.replace(/<title>.*<\/title>/, '<title>Oi</title>')],
    ['description', 'fail', good.replace('name="description"', 'name="x"')],
    ['heading-1', 'fail', good.replace(/<h1>.*<\/h1>/, '')],
    ['heading-1', 'warn', page('', '<h1>Outro</h1>')],
    ['heading-order', 'warn', page('', '<h5>Longe</h5>')],
    ['canonical', 'warn', good.replace('rel="canonical"', 'rel="x"')],
    ['canonical', 'fail', good.replace('https://loja.example/oficina', 'https://outra.example/')],
    ['canonical', 'fail', page('<link rel=canonical href="https://loja.example/outra">')],
    ['canonical', 'fail', good.replace('https://loja.example/oficina', 'https://loja.example/')],
    ['language', 'fail', good.replace('lang="pt-BR"', 'lang="português"')],
    ['viewport', 'fail', good.replace('width=device-width', 'width=900')],
    ['structured-data', 'fail', good.replace('{"@type"', '{"@type')],
    ['structured-data', 'warn', good.replace(/<script.*<\/script>/, '')],
    ['image-alt', 'fail', good.replace('alt="Uma oficina"', '')],
    ['image-size', 'warn', good.replace('width="1"', '')],
    ['link-text', 'fail', good.replace('Tabela de preços', 'Clique aqui!')],
    ['crawlable-links', 'fail', good.replace('href="/precos"', 'href="javascript:abrir()"')],
    ['internal-links', 'warn', good.replace('/precos', 'https://outra.example/')],
    ['words', 'fail', good.replace(prose, 'Pouco.')],
    ['javascript', 'fail', `<html><body><div id="root"></div><script src="a.js"></script></body></html>`],
    ['address', 'warn', good, { url: 'https://loja.example/Minha_Oficina' }],
    ['https', 'fail', good, { url: 'http://loja.example/oficina' }],
    ['redirects', 'warn', good, { redirects: 2 }],
    ['social-preview', 'warn', good.replace('og:image', 'x')],
    ['charset', 'warn', good.replace('<meta charset="utf-8">', '')],
    ['plugins', 'fail', page('', '<object data="a.swf"></object>')],
    ['hreflang', 'fail', page('<link rel=alternate hreflang="pt_BR!" href="/">')],
    ['meta-refresh', 'fail', page('<meta http-equiv="refresh" content="5;url=/x">')],
    ['snippet', 'warn', page('<meta name="robots" content="nosnippet">')],
    ['favicon', 'warn', good.replace('rel="icon"', 'rel="x"')],
  ];
  it.each(cases)('%s results in %s', (id, expected, html, more = {}) => {
    const checks = evaluate(html, more);
    expect([outcome(checks, id), outcome(evaluate(good), id)]).toEqual([expected, id === 'hreflang' ? 'none' : 'pass']);
    expect(scoreOf(checks)).toBeLessThan(100);
  });

  it('give about a third of the total weight to being indexable', () => {
    const checks = evaluate(good);
    const all = checks.reduce((sum, { weight }) => sum + weight, 0);
    expect(checks.find(({ id }) => id === 'indexable')!.weight / all).toBeGreaterThan(0.3);
  });
});

describe('GET /seo-evaluations/{id}', () => {
  let server: SharedServer;
  let site: LocalSite;
  let caller: Caller;
  const pages: Record<string, Page> = {};
  beforeAll(async () => {
    site = await serve(pages);
    server = await sharedServer({ allow: [site.host] });
    caller = await server.signUp();
  });
  afterAll(async () => {
    await site.close();
  });
  const add = async (path: string) => {
    const made = await caller.post('/contents/links', { contextId: caller.contextId, urls: [site.origin + path] });
    const { id } = made.body.data[0];
    await until(async () => ['done', 'error'].includes((await caller.get(`/contents/${id}`)).body.status));
    return id as string;
  };
  const evaluation = async (id: string) => {
    const answer = await caller.get(`/seo-evaluations/${id}`);
    expect(answer.status).toBe(200);
    return seoEvaluation.parse(answer.body);
  };

  it('returns the checks, the score history, and pages with the same title', async () => {
    pages['/um'] = good.replace(prose, `${prose} Um.`);
    const id = await add('/um');
    const first = await evaluation(id);
    expect(first.latest!.checks).toHaveLength(SEO_CHECKS.length);
    expect(outcome(first.latest!.checks, 'title-unique')).toBe('pass');
    pages['/dois'] = good.replace(prose, `${prose} Dois.`);
    await add('/dois');
    const second = await evaluation(id);
    const twin = second.latest!.checks.find((check) => check.id === 'title-unique');
    expect(twin).toMatchObject({ outcome: 'fail', found: `${site.origin}/dois` });
    expect(second.latest!.score).toBeLessThan(first.latest!.score);
    // The text is the same on a worse page: nothing to train, but a new evaluation.
    pages['/um'] = good.replace(prose, `${prose} Um.`).replace('width=device-width', 'width=900');
    await caller.post(`/contents/${id}/sync`);
    await until(async () => (await caller.get(`/contents/${id}/syncs`)).body.data.length === 2);
    const third = await evaluation(id);
    expect(third.history).toHaveLength(2);
    expect(third.history[0]!.score).toBe(third.latest!.score);
    // The duplicate title is computed when read, so it does not change the stored score.
    expect(third.history[1]!.score).toBe(second.latest!.score);
    expect(outcome(third.latest!.checks, 'viewport')).toBe('fail');
  });

  it('shows the same score everywhere, also after another page took over its title', async () => {
    const { pool } = server.services.db;
    await pool.query('delete from contents where account_id = $1', [caller.accountId]);
    pages['/tres'] = good.replace(/<title>.*?<\/title>/, '<title>Uma página de título próprio</title>');
    const all = [await add('/um'), await add('/dois'), await add('/tres')];
    const { seo } = (await caller.get('/interaction-monitoring')).body;
    const shown = await Promise.all(all.map(async (id) => (await evaluation(id)).latest!.score));
    const scores = all.map((id) => seo.worst.find((one: { contentId: string }) => one.contentId === id)?.score);
    expect(scores).toEqual(shown);
    expect(seo.score).toBeCloseTo(shown.reduce((sum, score) => sum + score, 0) / shown.length, 1);
  });

  it('evaluates a page with noindex, so that its owner sees the problem', async () => {
    pages['/escondida'] = page('<meta name="robots" content="noindex">');
    const id = await add('/escondida');
    expect((await caller.get(`/contents/${id}`)).body).toMatchObject({ status: 'error', words: 0 });
    expect(outcome((await evaluation(id)).latest!.checks, 'indexable')).toBe('fail');
  });

  it('returns the unanswered questions that are closest to the page', async () => {
    const visitors = await server.signUp();
    caller = visitors;
    pages['/pneus'] =
      `<title>Pneus</title><main><h1>Pneus</h1><p>Vendemos pneus de bicicleta de todos os tamanhos, para asfalto e para trilha.</p></main>`;
    pages['/cafe'] =
      `<title>Café</title><main><h1>Café</h1><p>Na loja há um café que serve bolo de milho e suco de laranja à tarde.</p></main>`;
    const [tyres, coffee] = [await add('/pneus'), await add('/cafe')];
    const conversation = crypto.randomUUID();
    const { pool } = server.services.db;
    await pool.query(
      `insert into conversations (account_id, id, context_id, type, first_question) values ($1, $2, $3, 'widget', 'x')`,
      [visitors.accountId, conversation, visitors.contextId],
    );
    const questions = [
      'Qual a pressão do pneu da bicicleta?',
      'qual é a pressão dos pneus de bicicleta',
      'O bolo tem glúten?',
    ];
    for (const question of questions)
      await pool.query(
        `insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, model)
         values ($1, $2, gen_random_uuid(), $3, '', false, 'unknown', 'x')`,
        [visitors.accountId, conversation, question],
      );
    const [one] = (await evaluation(tyres)).unanswered;
    expect(one).toMatchObject({ count: 2, question: expect.stringContaining('pressão') });
    expect((await evaluation(coffee)).unanswered.map(({ question }) => question)).toEqual(['O bolo tem glúten?']);
  });

  it('returns 404 for contents that are not pages and for other accounts', async () => {
    const faq = await caller.post('/contents/faq', { contextId: caller.contextId, question: 'Abre?', answer: 'Sim.' });
    expect((await caller.get(`/seo-evaluations/${faq.body.id}`)).status).toBe(404);
    pages['/minha'] = send(200, { 'content-type': 'text/html' }, good);
    const id = await add('/minha');
    const stranger = await server.signUp();
    expect((await stranger.get(`/seo-evaluations/${id}`)).status).toBe(404);
  });
});
