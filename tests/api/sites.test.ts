import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalSite, serve } from '../outbound/serve.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

const TEXT = 'A loja abre de segunda a sexta, das nove às dezoito horas, na rua das Acácias.';
const inLanguage = (language: string, title: string) =>
  `<html lang="${language}"><head><link rel="alternate" hreflang="pt-BR" href="/quartos"><link rel="alternate" hreflang="en" href="/en/rooms"></head><main><h1>${title}</h1><p>${title}: ${TEXT}</p></main></html>`;
let server: SharedServer;
let site: LocalSite;
beforeAll(async () => {
  site = await serve({
    '/': (_, response) => {
      response.setHeader('content-type', 'text/html').end(`<main><h1>Horários</h1><p>${TEXT}</p></main>`);
    },
    '/pousada': (_, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<html lang="en"><main><h1>Home</h1><p>${TEXT}</p><a href="/quartos">pt</a><a href="/en/rooms">en</a></main>`,
        );
    },
    '/serra': (_, response) => {
      const head =
        '<title>Queijos, cafés e doces | Empório Serra</title><meta property="og:site_name" content="Empório Serra">';
      response.setHeader('content-type', 'text/html').end(`${head}<main><h1>Queijos</h1><p>${TEXT}</p></main>`);
    },
    '/quartos': (_, response) => response.setHeader('content-type', 'text/html').end(inLanguage('pt-BR', 'Quartos')),
    '/en/rooms': (_, response) => response.setHeader('content-type', 'text/html').end(inLanguage('en', 'Rooms')),
  });
  server = await sharedServer({ allow: [site.host] });
});
afterAll(async () => {
  await site.close();
});

const originsOf = async ({ get, contextId }: Caller): Promise<string[]> =>
  (await get(`/contexts/${contextId}/origins`)).body.origins;

async function capture(caller: Caller, url: string) {
  const { body } = await caller.post('/contents/crawl-links', { contextId: caller.contextId, url });
  return until(async () => {
    const state = (await caller.get(`/contents/crawl-links/${body.id}`)).body;
    return ['done', 'error'].includes(state.status) && state;
  });
}

describe('a website without https at an IP address', () => {
  it('is captured over http and then allowed to show the widget', async () => {
    const owner = await server.signUp({ website: 'https://empresa.com.br' });
    const captured = await capture(owner, `${site.origin.replace('http:', 'https:')}/`);
    expect(captured).toMatchObject({ status: 'done', url: `${site.origin}/`, read: 1, failed: 0 });
    expect(await originsOf(owner)).toEqual(['https://empresa.com.br', 'https://www.empresa.com.br', site.origin]);
  });

  it('is not allowed automatically for a user who may not edit the origins', async () => {
    const owner = await server.signUp();
    const before = await originsOf(owner);
    await server.services.db.pool.query(`update users set role = 'WRITER' where account_id = $1`, [owner.accountId]);
    expect(await capture(owner, site.origin)).toMatchObject({ status: 'done' });
    expect(await originsOf(owner)).toEqual(before);
  });

  it('gives the first context neither an IP address as its name nor a www variant', async () => {
    const owner = await server.signUp({ website: 'http://127.0.0.1:8080/loja' });
    expect((await owner.get('/sessions/me/contexts')).body[0].name).toBe('Meu assistente');
    expect(await originsOf(owner)).toEqual(['http://127.0.0.1:8080']);
  });
});

describe('the name of a business', () => {
  const namesOf = async (owner: Caller) => {
    const [{ name: context }] = (await owner.get('/sessions/me/contexts')).body;
    return { context, account: (await owner.get('/account')).body.name };
  };
  const nameAt = async (owner: Caller, url: string) =>
    (await owner.get(`/contents/site-name?url=${encodeURIComponent(url)}`)).body;

  it('is proposed by the title of its site', async () => {
    const owner = await server.signUp();
    expect(await nameAt(owner, `${site.origin}/serra`)).toEqual({ name: 'Empório Serra' });
    expect(await nameAt(owner, `${site.origin}/nao-ha`)).toEqual({ name: null });
    expect(await nameAt(owner, 'http://127.0.0.1:1/')).toEqual({ name: null });
    const writer = await server.as(owner, 'READER');
    expect((await writer.get('/contents/site-name?url=loja.test')).status).toBe(403);
  });

  it('is that of the captured site, unless somebody has named the assistant', async () => {
    const website = `${site.origin}/serra`;
    const [owner, named, other] = [
      await server.signUp({ website }),
      await server.signUp({ website }),
      await server.signUp({ website: 'https://outra.test' }),
    ];
    await named.put(`/contexts/${named.contextId}`, { name: 'Queijaria' });
    for (const caller of [owner, named, other])
      expect(await capture(caller, website)).toMatchObject({ status: 'done' });
    expect(await namesOf(owner)).toEqual({ context: 'Empório Serra', account: 'Empório Serra' });
    expect((await namesOf(named)).context).toBe('Queijaria');
    expect((await namesOf(named)).account).not.toBe('Empório Serra');
    expect((await namesOf(other)).context).toBe('Outra');
  });

  it('is that of its profile, where nothing is offered to be read', async () => {
    const owner = await server.signUp({ website: 'https://www.instagram.com/emporio.serra' });
    const { website, websiteCrawled } = (await owner.get('/users/me')).body;
    expect({ website, websiteCrawled }).toEqual({
      website: 'https://www.instagram.com/emporio.serra',
      websiteCrawled: true,
    });
    expect((await namesOf(owner)).context).toBe('Emporio Serra');
    expect(await originsOf(owner)).toEqual([]);
  });
});

it('does not preselect a page again in another language, and says so', async () => {
  const owner = await server.signUp();
  const { pages } = await capture(owner, `${site.origin}/pousada`);
  expect(pages).toHaveLength(3);
  expect(pages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ url: `${site.origin}/quartos`, chosen: true }),
      expect.objectContaining({
        url: `${site.origin}/en/rooms`,
        chosen: false,
        translation: { language: 'en', of: `${site.origin}/quartos` },
      }),
    ]),
  );
  expect(pages.find(({ url }: { url: string }) => url.endsWith('/quartos')).translation).toBeUndefined();
});

it('shows a refused origin to the owner until it is allowed', async () => {
  const owner = await server.signUp();
  const url = `/contexts/${owner.contextId}/origins`;
  const ask = (origin: string) =>
    server.call({
      method: 'POST',
      url: `/api/widgets/${owner.contextId}/messages`,
      payload: { question: 'Que horas abre?' },
      headers: { origin },
    });
  expect((await owner.get(url)).body.refused).toBeNull();
  expect((await ask('http://loja.test')).status).toBe(403);
  const { refused, origins } = (await owner.get(url)).body;
  expect(refused).toMatchObject({ origin: 'http://loja.test' });
  await owner.put(url, { origins: [...origins, refused.origin] });
  expect((await owner.get(url)).body.refused).toBeNull();
  expect((await ask('http://loja.test')).status).toBe(200);
});
