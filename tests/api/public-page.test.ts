import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const get = (path: string) => server.call({ url: `/perguntas/${path}` });
const publish = (caller: Caller, contextId: string, isPublished = true) =>
  caller.put(`/contexts/${contextId}/public-page`, { isPublished });

async function addFaq(caller: Caller, contextId: string, question: string, answer: string): Promise<string> {
  const { id } = (await caller.post('/contents/faq', { contextId, question, answer })).body;
  await until(async () => (await caller.get(`/contents/${id}`)).body.status === 'done');
  return id;
}

const jsonLdOf = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);

describe('the public page of a context', () => {
  it('does not exist until the owner publishes it, and ends with that', async () => {
    const { contextId } = owner;
    await addFaq(owner, contextId, 'Vocês entregam?', 'Sim, em todo o estado.');
    expect((await owner.get(`/contexts/${contextId}/public-page`)).body).toEqual({
      isPublished: false,
      url: `http://prosa.test/perguntas/${contextId}`,
    });
    const paths = [contextId, `${contextId}/llms.txt`];
    const statuses = async () => (await Promise.all(paths.map(get))).map(({ status }) => status);
    expect(await statuses()).toEqual([404, 404]);
    expect((await get('sitemap.xml')).text).not.toContain(contextId);
    expect((await publish(await server.as(owner, 'WRITER'), contextId)).status).toBe(403);
    expect((await publish(owner, contextId)).body.isPublished).toBe(true);
    expect(await statuses()).toEqual([200, 200]);
    expect((await get('sitemap.xml')).text).toContain(`<loc>http://prosa.test/perguntas/${contextId}</loc>`);
    await publish(owner, contextId, false);
    expect(await statuses()).toEqual([404, 404]);
    expect((await get('nada')).status).toBe(404);
  });

  it('has the answers in use for people, search engines and language models, and nothing else', async () => {
    const shop = await server.signUp();
    const { contextId } = shop;
    await addFaq(shop, contextId, 'Aceitam Pix?', 'Sim, na hora.\nA chave é o telefone.');
    const off = await addFaq(shop, contextId, 'Têm desconto secreto?', 'Só para quem pede.');
    await shop.put(`/contents/${off}`, { enabled: false });
    const file = { name: 'interno.txt', bytes: Buffer.from('Margem interna: o custo é de 40 % do preço.') };
    const uploaded = await shop.upload('/contents/file', { contextId }, file);
    expect(uploaded.status, uploaded.text).toBeLessThan(300);
    const branch = (await shop.post('/contexts', { name: 'Filial', parentId: contextId })).body.id;
    await addFaq(shop, branch, 'Onde fica <a filial>?', 'Rua 7 </script><script>alert(1)</script>');
    await publish(shop, branch);

    const page = await get(branch);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['x-robots-tag']).toBeUndefined();
    expect(page.text).not.toContain('<script>alert');
    expect(jsonLdOf(page.text)).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [
        { name: 'Onde fica <a filial>?', acceptedAnswer: { text: 'Rua 7 </script><script>alert(1)</script>' } },
        { name: 'Aceitam Pix?', acceptedAnswer: { text: 'Sim, na hora.\nA chave é o telefone.' } },
      ],
    });
    const text = await get(`${branch}/llms.txt`);
    expect(text.headers['content-type']).toContain('text/plain');
    expect(text.text).toMatch(/^# Filial\n\n> /);
    for (const { text: body } of [page, text]) {
      expect(body).toContain('Aceitam Pix?');
      expect(body).not.toMatch(/secreto|Margem|40 %/);
    }
    // The parent itself is not published, and knows nothing of its branch.
    expect((await get(contextId)).status).toBe(404);
    await publish(shop, contextId);
    expect((await get(contextId)).text).not.toContain('filial');
  });

  it('ends when the account is about to be deleted', async () => {
    const shop = await server.signUp();
    await addFaq(shop, shop.contextId, 'Abrem cedo?', 'Às 8h.');
    await publish(shop, shop.contextId);
    expect((await get(shop.contextId)).status).toBe(200);
    await server.services.db.pool.query(`update accounts set deletes_at = now() + interval '7 days' where id = $1`, [
      shop.accountId,
    ]);
    expect((await get(shop.contextId)).status).toBe(404);
    expect((await get('sitemap.xml')).text).not.toContain(shop.contextId);
  });

  it('has the answer in force until an edit is trained and accepted', async () => {
    const shop = await server.signUp();
    const { contextId } = shop;
    const [question, answer] = ['Abrem no domingo?', 'Sim, das 8h às 12h.'];
    const id = await addFaq(shop, contextId, question, answer);
    await publish(shop, contextId);
    await shop.post('/test-questions', { contextId, question, expected: answer });
    await until(
      async () => (await shop.get(`/test-questions?contextId=${contextId}`)).body.data[0].result === 'passed',
    );
    await shop.put('/test-questions/holding', { contextId, holds: true });
    await shop.put(`/contents/${id}`, { question: 'Abrem no sábado?', answer: 'Só à tarde.' });
    const before = `### ${question}\n\n${answer}`;
    const shown = async () => (await get(`${contextId}/llms.txt`)).text;
    expect(await shown()).toContain(before);
    await until(async () => (await shop.get(`/contents/${id}`)).body.isHeld);
    expect(await shown()).toContain(before);
    expect(await shown()).not.toMatch(/sábado|à tarde/);
    await shop.post(`/test-questions/held/${id}`, { decision: 'accept' });
    expect(await shown()).toContain('### Abrem no sábado?\n\nSó à tarde.');
    expect(await shown()).not.toContain(question);
  });

  it('is limited per address', async () => {
    const from = (remoteAddress: string, path: string) => server.call({ url: `/perguntas/${path}`, remoteAddress });
    const paths = ['sitemap.xml', 'nada', 'nada/llms.txt'];
    const statuses = [];
    for (let at = 0; at < 63; at++) statuses.push((await from('10.9.4.1', paths[at % 3]!)).status);
    expect(statuses.slice(0, 60)).not.toContain(429);
    expect(statuses.slice(60)).toEqual([429, 429, 429]);
    expect((await from('10.9.4.2', 'sitemap.xml')).status).toBe(200);
  });

  it('is named in robots.txt', async () => {
    const { text } = await server.call({ url: '/robots.txt' });
    expect(text).toContain('Sitemap: http://prosa.test/perguntas/sitemap.xml');
  });
});
