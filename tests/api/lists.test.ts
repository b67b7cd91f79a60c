import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import { type Field, kindOf } from '../../resources/kit/field.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
const WORDS = ['Ação', 'acao 2', 'Frete', '100%', 'cem_por', 'Zebra'];
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  for (const [n, word] of WORDS.entries()) {
    await owner.post('/hyperlinks', {
      contextId: owner.contextId,
      word,
      link: `https://x.com.br/${n}`,
      caseSensitive: n % 2 === 0,
    });
  }
});

const list = (query: string) => owner.get(`/hyperlinks?contextId=${owner.contextId}&${query}`);
const words = async (query: string) => (await list(query)).body.data.map((row: { word: string }) => row.word);

describe('a list', () => {
  it('is paged and returns the total even beyond the last page', async () => {
    expect(await words('sort=word&limit=2&page=2')).toHaveLength(2);
    expect((await list('limit=2&page=9')).body).toEqual({ data: [], total: 6, page: 9, limit: 2 });
    const all = [...(await words('limit=4&page=1')), ...(await words('limit=4&page=2'))];
    expect(new Set(all)).toEqual(new Set(WORDS));
  });

  it('is sorted in both directions, newest first by default', async () => {
    expect((await words('sort=link'))[0]).toBe('Ação');
    expect((await words('sort=-link'))[0]).toBe('Zebra');
    expect((await words(''))[0]).toBe('Zebra');
  });

  it('ignores accents and case in a search and treats wildcards as plain characters', async () => {
    expect(new Set(await words('search=ACAO'))).toEqual(new Set(['Ação', 'acao 2']));
    expect(await words('search=%25')).toEqual(['100%']);
    expect(await words('search=_')).toEqual(['cem_por']);
    expect(await words("search=' or 1=1 --")).toEqual([]);
    expect(await words('search=%5C')).toEqual([]);
  });

  it('is filtered by value', async () => {
    expect((await list('caseSensitive=true')).body.total).toBe(3);
    expect((await list('caseSensitive=true&caseSensitive=false')).body.total).toBe(6);
    expect((await list('caseSensitive=talvez')).body.errors).toMatchObject([{ message: 'Entrada inválida' }]);
  });

  it('returns 422 for invalid parameters', async () => {
    for (const query of ['page=0', 'limit=101', 'sort=senha', 'page=x']) {
      expect((await list(query)).body, query).toMatchObject({ code: 'invalid_input' });
    }
    expect((await owner.get('/hyperlinks?contextId=nada')).body.errors[0].field).toContain('contextId');
  });

  it('names an unknown parameter instead of ignoring it', async () => {
    const misspelt = await list('contxtId=1&serach=a');
    expect(misspelt).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(misspelt.body.errors.map((error: { field: string }) => error.field)).toEqual(['contxtId', 'serach']);
  });

  it('accepts what the console sends for its first page', async () => {
    const staff = await server.as(owner, 'WM_ADMIN');
    for (const { api, list: shown, scope, actions } of resources) {
      if (!actions.includes('list') || api.includes(':')) continue;
      const initial = Object.entries(shown.initial ?? {}).flatMap(([name, values]) =>
        values?.map((one) => [name, one]),
      );
      const query = new URLSearchParams([
        ...(shown.isWhole
          ? []
          : [
              ['page', '1'],
              ['limit', '20'],
            ]),
        ...(shown.sort === '' ? [] : [['sort', shown.sort]]),
        ...(scope === 'context' ? [['contextId', owner.contextId]] : []),
        ...(initial as string[][]),
      ]);
      const answer = await staff.get(`${api}?${query}`);
      expect(answer.status, `${api}?${query}: ${answer.text}`).toBe(200);
    }
  });

  it('supports every filter and column that its resource declares', async () => {
    const staff = await server.as(owner, 'WM_ADMIN');
    const values = { days: '2026-01-01', moments: '2026-01-01T00:00:00.000Z', numbers: '1' };
    for (const { api, fields, list: shown, scope } of resources) {
      const scopeQuery = scope === 'context' ? [`contextId=${owner.contextId}`] : [];
      for (const name of shown.filters ?? []) {
        const field = fields[name] as Field;
        const { filter = 'values' } = kindOf(field);
        const value = field.options?.[0] ?? (field.kind === 'toggle' ? 'true' : owner.contextId);
        const filterQuery =
          filter === 'values' ? [`${name}=${value}`] : ['gte', 'lte'].map((end) => `${name}_${end}=${values[filter]}`);
        const answer = await staff.get(`${api}?${[...scopeQuery, ...filterQuery].join('&')}`);
        expect(answer.status, `${api} by ${name}: ${answer.text}`).toBe(200);
      }
      for (const column of shown.columns) {
        const isSortable = shown.sort !== '' && !kindOf(fields[column] as Field).isList;
        const answer = await staff.get(`${api}?${[...scopeQuery, `sort=${column}`].join('&')}`);
        expect(answer.status, `${api} sorted by ${column}: ${answer.text}`).toBe(isSortable ? 200 : 422);
      }
    }
  });
});

describe('a list with rows from its own capability', () => {
  it('is sorted and paged like any other', async () => {
    const staff = await server.as(owner, 'WM_ADMIN');
    const prices = async (query: string) =>
      (await staff.get(`/admin/plans?${query}`)).body.data.map((plan: any) => plan.monthlyPrice);
    const all = await prices('');
    const byPrice = all.toSorted((a: number, b: number) => b - a);
    expect(new Set(all).size).toBeGreaterThan(2);
    expect(await prices('sort=-monthlyPrice')).toEqual(byPrice);
    expect(await prices('sort=-monthlyPrice&limit=2&page=2')).toEqual(byPrice.slice(2, 4));
    expect((await staff.get('/admin/plans?limit=1')).body).toMatchObject({ total: all.length, page: 1, limit: 1 });
  });

  it('of jobs is sorted by its columns', async () => {
    const staff = await server.as(owner, 'WM_ADMIN');
    for (let at = 0; at < 3; at += 1) await server.signUp();
    const made = async (sort: string) => {
      const { body } = await staff.get(`/admin/jobs?sort=${sort}&limit=100`);
      return body.data.map((job: any) => job.createdAt) as string[];
    };
    const [up, down] = [await made('createdAt'), await made('-createdAt')];
    expect(up).toEqual(up.toSorted());
    expect(down).toEqual(down.toSorted().reverse());
  });
});

describe('a row', () => {
  it('is changed partially, with validation, and keeps its ids', async () => {
    const [row] = (await list('search=Frete')).body.data;
    const changed = await owner.put(`/hyperlinks/${row.id}`, { link: 'novo.com.br' });
    expect(changed.body).toMatchObject({
      word: 'Frete',
      link: 'https://novo.com.br',
      caseSensitive: row.caseSensitive,
    });
    expect((await owner.put(`/hyperlinks/${row.id}`, { word: '  ' })).body.errors).toMatchObject([
      { field: 'word', message: 'Obrigatório' },
    ]);
    for (const link of ['//loja.com.br', 'https:////loja.com.br', '/\\loja.com.br', 'https://\\loja.com.br', '/loja']) {
      const refused = { status: 422, body: { errors: [{ field: 'link', code: 'invalid_url' }] } };
      expect(await owner.put(`/hyperlinks/${row.id}`, { link }), link).toMatchObject(refused);
    }
    expect(
      (await owner.put(`/hyperlinks/${row.id}`, { accountId: crypto.randomUUID(), id: crypto.randomUUID() })).status,
    ).toBe(200);
    expect((await owner.get(`/hyperlinks/${row.id}`)).status).toBe(200);
  });
});
