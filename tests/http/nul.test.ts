import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const NUL = '\0';
const refusedAt = (field: string) => ({
  status: 422,
  body: { code: 'invalid_input', errors: [{ field, message: 'Entrada inválida' }] },
});

describe('a NUL character, which PostgreSQL cannot store', () => {
  it('returns 422 for its field in a body, at any depth', async () => {
    const { contextId } = owner;
    const faq = { contextId, question: `Abre${NUL}?`, answer: 'Sim.' };
    expect(await owner.post('/contents/faq', faq)).toMatchObject(refusedAt('question'));
    expect(await owner.post('/contexts', { name: `Loja${NUL}` })).toMatchObject(refusedAt('name'));
    expect(await owner.post('/hyperlinks', { contextId, word: `a${NUL}`, link: 'https://a.com.br' })).toMatchObject(
      refusedAt('word'),
    );
    const urls = ['https://a.com.br', `https://a.com.br/${NUL}`];
    expect(await owner.post('/contents/links', { contextId, urls })).toMatchObject(refusedAt('urls.1'));
    const deep = { a: [{ b: `x${NUL}` }] };
    expect(await owner.post('/contents/faq', deep)).toMatchObject(refusedAt('a.0.b'));
    expect(await owner.post('/contents/faq', { a: { [`b${NUL}`]: 1 } })).toMatchObject(refusedAt('a'));
    const nested = (depth: number) => `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`;
    const headers = { authorization: `Bearer ${owner.tokens.accessToken}`, 'content-type': 'application/json' };
    const call = { method: 'POST', url: '/api/contents/faq', headers } as const;
    const refused = await server.call({ ...call, payload: nested(15_000) });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect((await server.call({ ...call, payload: nested(200_000) })).status).toBe(413);
  });

  it('returns 422 on public routes before any account is read', async () => {
    const person = { name: `Ana${NUL}`, email: 'ana@empresa.com.br', website: 'https://empresa.com.br', password: 'x' };
    const payload = { ...person, password: 'Senha#Forte1' };
    expect(await server.call({ method: 'POST', url: '/api/auth/register', payload })).toMatchObject(refusedAt('name'));
    const url = `/api/widgets/${owner.contextId}/messages`;
    const response = await server.call({ method: 'POST', url, payload: { question: `Abre${NUL} hoje?` } });
    expect(response).toMatchObject(refusedAt('question'));
  });

  it('returns 422 in a query string or a path', async () => {
    expect(await owner.get('/contents?search=%00')).toMatchObject(refusedAt('search'));
    expect(await owner.get('/hyperlinks?search=a%00b')).toMatchObject(refusedAt('search'));
    expect(await owner.get('/contents/%00')).toMatchObject(refusedAt('id'));
    expect(await owner.get('/contents?a%00=1')).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  it('returns 422 in form fields and is removed from a table of questions', async () => {
    const { contextId } = owner;
    const sheet = (bytes: string) => ({ name: 'perguntas.csv', bytes: Buffer.from(bytes) });
    const pair = 'pergunta;resposta\nTem frete?;Sim, para todo o país.';
    const refused = await owner.upload('/contents/faqs', { contextId, known: `keep${NUL}` }, sheet(pair));
    expect(refused).toMatchObject(refusedAt('known'));
    const sent = await owner.upload(
      '/contents/faqs',
      { contextId },
      sheet(`\uFEFF${pair.replace('frete', `fre${NUL}te`)}`),
    );
    expect(sent).toMatchObject({ status: 201, body: { added: 1 } });
    const made = await until(async () => (await owner.get(`/contents?contextId=${contextId}`)).body.data[0]);
    expect(made.question).toBe('Tem frete?');
  });
});
