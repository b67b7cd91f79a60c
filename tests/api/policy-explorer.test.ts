import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../access-control/cases.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import type { PolicyView } from '../../src/shared/policy.ts';
import { type Answer, type SharedServer, sharedServer } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

const texts = await readPolicyTexts();
const lineOf = (row: string) => texts.policy.split('\n').indexOf(row) + 1;
const MANAGE = 'p, WRITER, any, contents, manage';

let server: SharedServer;
let auditor: Staff;
beforeAll(async () => {
  server = await sharedServer();
  auditor = await createStaff(server, { role: 'WM_READER' });
});

const ask = (question: object): Promise<Answer> => auditor.post('/admin/policy/ask', question);
const compare = (body: object): Promise<Answer> => auditor.post('/admin/policy/compare', body);

describe('the policy view', () => {
  it("matches the server's policy in each cell, with the deciding row", async () => {
    const view: PolicyView = (await auditor.get('/admin/policy')).body;
    expect(view.table.length).toBeGreaterThan(70);
    const { policy } = server.services;
    for (const { resource, action, cells } of view.table) {
      expect(cells.map((cell) => cell.role)).toEqual(view.roles);
      for (const { role, answer, flag, line } of cells) {
        const where = `${role} ${resource} ${action}`;
        expect(answer === 'yes', where).toBe(policy.can({ role, flags: [] }, resource, action));
        if (answer === 'no')
          expect(
            policy.can({ role, flags: view.flags.filter((one) => one !== 'impersonated') }, resource, action),
            where,
          ).toBe(false);
        if (flag)
          expect(answerOf(policy, { role, flags: [], resource, action }), where).toBe(
            answer === 'plan' ? 'plan' : 'no',
          );
        if (flag) expect(policy.can({ role, flags: [flag] }, resource, action), where).toBe(true);
        const row = view.rows.find((one) => one.line === line);
        if (answer !== 'no') expect(row?.text, where).toBe(texts.policy.split('\n')[(line ?? 0) - 1]);
      }
    }
    expect(view.faults).toEqual([]);
    expect(view.rows.find(({ text }) => text === MANAGE)?.sentence).toBe(
      'WRITER, em qualquer plano, pode gerenciar contents',
    );
  });

  it('distinguishes plan flags from actions that only the user themselves may do', async () => {
    const { table }: PolicyView = (await auditor.get('/admin/policy')).body;
    const cell = (resource: string, action: string, role: string) =>
      table
        .find((line) => line.resource === resource && line.action === action)
        ?.cells.find((one) => one.role === role);
    expect(cell('appearance', 'edit', 'ADMIN')).toMatchObject({ answer: 'plan', flag: 'customizeWidget' });
    expect(cell('account', 'edit', 'OWNER')).toMatchObject({ answer: 'self', flag: 'self' });
    expect(cell('account', 'delete', 'OWNER')).toMatchObject({ answer: 'fresh', flag: 'fresh' });
    expect(cell('accounts', 'list', 'OWNER')).toMatchObject({ answer: 'no', flag: null, line: null });
    expect(cell('accounts', 'list', 'WM_ADMIN')).toMatchObject({ answer: 'yes' });
    const onBehalf = (resource: string, action: string) =>
      table.find((line) => line.resource === resource && line.action === action)?.onBehalf;
    const byKey = (resource: string, action: string) =>
      table.find((line) => line.resource === resource && line.action === action)?.byKey;
    expect(byKey('contents', 'create')).toMatchObject({ answer: 'yes', role: 'WRITER' });
    expect(byKey('appearance', 'edit')).toMatchObject({ answer: 'plan', role: 'ADMIN', flag: 'customizeWidget' });
    expect(byKey('users', 'create')).toMatchObject({ answer: 'no', line: null });
    expect(byKey('invoices', 'list')).toMatchObject({ answer: 'no', line: null });
    expect(onBehalf('accounts', 'list')).toMatchObject({ answer: 'yes', role: 'OWNER' });
    expect(onBehalf('contents', 'edit')).toMatchObject({ answer: 'yes' });
    expect(onBehalf('appearance', 'edit')).toMatchObject({ answer: 'plan', flag: 'customizeWidget' });
    for (const [resource, action] of [
      ['users', 'create'],
      ['subscription', 'prepaid'],
      ['conversations', 'export'],
      ['audit-log', 'export'],
      ['account', 'edit'],
      ['models', 'edit'],
    ] as const)
      expect(onBehalf(resource, action)?.answer, `${resource} ${action}`).not.toMatch(/yes|plan/);
  });

  it('can be downloaded as CSV', async () => {
    const { text, headers } = await auditor.get('/admin/policy?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^recurso;ação;ANYONE;MEMBER;READER;/);
    expect(lines).toContain('account;delete;não;não;não;não;não;confirmada;não;não;sim;não;não;fresh');
  });

  it('is available only to staff', async () => {
    for (const role of ['WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const) {
      const staff = await createStaff(server, { role });
      expect((await staff.get('/admin/policy')).status).toBe(200);
      const question = { role: 'READER', flags: [], resource: 'contents', action: 'list' };
      expect((await staff.post('/admin/policy/ask', question)).body.answers[0].allowed).toBe(true);
      expect((await staff.post('/admin/policy/compare', { before: texts.policy })).status).toBe(200);
    }
    const everyone = await server.call({ method: 'GET', url: '/api/admin/policy' });
    expect(everyone.status).toBe(401);
  });
});

describe('a question about the policy', () => {
  it('is answered with the deciding row', async () => {
    const { body } = await ask({ role: 'OWNER', flags: [], resource: 'contents', action: 'create' });
    const sentence = `sim: WRITER, em qualquer plano, pode gerenciar contents (linha ${lineOf(MANAGE)}), e OWNER herda de WRITER`;
    const answer = { allowed: true, row: { line: lineOf(MANAGE), text: MANAGE }, refusal: null, change: null };
    expect(body.answers).toEqual([
      {
        situation: 'own',
        sentence: `na própria conta: ${sentence}; nas linhas dos contextos da pessoa`,
        rows: 'nas linhas dos contextos da pessoa',
        ...answer,
      },
      {
        situation: 'customer',
        sentence: `em nome de um cliente, como OWNER: ${sentence}; nas linhas dos contextos da conta do cliente`,
        rows: 'nas linhas dos contextos da conta do cliente',
        ...answer,
      },
    ]);
  });

  it.each([
    [
      { role: 'READER', flags: [], resource: 'contents', action: 'create' },
      'own',
      'role',
      { role: 'WRITER', flag: null },
    ],
    [
      { role: 'ADMIN', flags: ['limitPerContext'], resource: 'appearance', action: 'edit' },
      'key',
      'plan',
      { role: 'ADMIN', flag: 'customizeWidget' },
    ],
    [
      { role: 'WM_ADMIN', flags: ['customizeWidget'], resource: 'account', action: 'delete' },
      'customer',
      'role',
      { role: 'OWNER', flag: 'fresh' },
    ],
    [
      { role: 'WM_FINANCIAL', flags: [], resource: 'accounts', action: 'change-plan' },
      'own',
      'role',
      { role: 'WM_ADMIN', flag: null },
    ],
  ])('is refused with the smallest change that would allow it: %o', async (question, situation, refusal, change) => {
    const { body } = await ask(question);
    const answer = body.answers.find((one: { situation: string }) => one.situation === situation);
    expect(answer).toMatchObject({ allowed: false, row: null, refusal, change });
    const { policy } = server.services;
    const flags = [...question.flags, ...(change.flag ? [change.flag] : [])];
    expect(policy.can({ role: change.role, flags }, question.resource, question.action)).toBe(true);
  });

  it('can ask who may do something', async () => {
    const { body } = await ask({ who: { resource: 'account', action: 'export' } });
    const row = 'p, OWNER, fresh, account, export';
    const rows = 'nas linhas da própria conta';
    const everything = expect.objectContaining({ text: 'p, WM_ADMIN, any, every, every' });
    expect(body.who).toEqual([
      { situation: 'own', role: 'OWNER', flag: null, rows, row: { line: lineOf(row), text: row } },
      { situation: 'own', role: 'WM_ADMIN', flag: null, rows, row: everything },
    ]);
    const inside = (await ask({ who: { resource: 'appearance', action: 'edit' } })).body.who;
    expect(inside.filter((one: { situation: string }) => one.situation === 'customer')).toMatchObject([
      { role: 'WM_ADMIN', flag: 'customizeWidget' },
    ]);
  });

  it('returns 422 for an unknown resource, action, role or flag', async () => {
    const right = { role: 'READER', flags: [], resource: 'contents', action: 'list' };
    expect((await ask({ ...right, resource: 'contnts' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'resource' }],
    });
    expect((await ask({ ...right, action: 'view' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'action' }],
    });
    expect((await ask({ who: { resource: '__proto__', action: 'list' } })).status).toBe(422);
    expect((await ask({ ...right, role: 'REEDER' })).status).toBe(422);
    expect((await ask({ ...right, flags: ['gold'] })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
  });
});

describe('comparing two policies', () => {
  it('returns nothing for the same policy in any order', async () => {
    expect((await compare({ before: texts.policy })).body).toEqual({ added: [], removed: [], changed: [] });
    const turned = texts.policy.split('\n').reverse().join('\n');
    expect((await compare({ before: turned })).body).toEqual({ added: [], removed: [], changed: [] });
  });

  it('returns the changed rows and every changed answer', async () => {
    const before = texts.policy.replace(MANAGE, 'p, ADMIN, self, contents, manage');
    const { body } = await compare({ before });
    expect(body.added).toEqual([{ line: lineOf(MANAGE), text: MANAGE }]);
    expect(body.removed).toEqual([{ line: lineOf(MANAGE), text: 'p, ADMIN, self, contents, manage' }]);
    const changes = new Set(
      body.changed.map((one: any) => `${one.role} ${one.flags} ${one.action} ${one.before} ${one.after}`),
    );
    expect(changes).toContain('WRITER self create no yes');
    expect(changes).toContain('ADMIN  edit no yes');
    expect(changes).not.toContain('ADMIN self edit no yes');
    expect(body.changed.every((one: any) => one.resource === 'contents')).toBe(true);
    // WRITER with each of the eight flag sets, ADMIN and OWNER with the six without self: for create, edit and
    // delete.
    expect(body.changed).toHaveLength(3 * (8 + 6 + 6));
  });

  it('includes changes of inheritance', async () => {
    const { body } = await compare({ before: texts.policy, after: texts.policy.replace('g, WRITER, READER\n', '') });
    expect(body.removed).toMatchObject([{ text: 'g, WRITER, READER' }]);
    expect(body.changed).toContainEqual({
      role: 'OWNER',
      flags: [],
      resource: 'hyperlinks',
      action: 'list',
      before: 'yes',
      after: 'no',
    });
  });

  it('agrees with two complete enforcers', { timeout: 60_000 }, async () => {
    const { createPolicy } = await import('../../access-control/policy.ts');
    const after = texts.policy
      .replace('p, ADMIN, any, limits, edit', 'p, ADMIN, limitPerContext, limits, edit')
      .replace('p, OWNER, fresh, account, export', 'p, ADMIN, self, account, export')
      .concat('p, READER, any, news, view\n');
    const { body } = await compare({ before: texts.policy, after });
    const [was, is] = await Promise.all([texts.policy, after].map((text) => createPolicy(texts.model, text)));
    const view: PolicyView = (await auditor.get('/admin/policy')).body;
    const expected: string[] = [];
    const resources = [...view.resources, { resource: 'news', actions: ['list', 'show'] }];
    for (const { resource, actions } of resources.filter((one) =>
      ['limits', 'account', 'news', 'chat'].includes(one.resource),
    ))
      for (const action of actions)
        for (const role of view.roles)
          for (const flags of [[], ...view.flags.map((flag) => [flag]), view.flags]) {
            const query = { role, flags, resource, action };
            const [before, now] = [answerOf(was!, query), answerOf(is!, query)];
            if (before !== now) expected.push(JSON.stringify({ ...query, before, after: now }));
          }
    expect(body.changed.map((one: any) => JSON.stringify(one)).sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(20);
  });

  it('returns 422 with the invalid lines', async () => {
    const before = `${texts.policy}p, READER, contents\n`;
    const line = before.split('\n').length - 1;
    const { body } = await compare({ before, after: 'x, y\n' });
    expect(body).toMatchObject({ status: 422, code: 'invalid_input' });
    expect(body.errors).toEqual([
      { field: 'before', code: 'invalid', message: `Linha ${line}: 3 colunas; uma linha p tem 5` },
      { field: 'after', code: 'invalid', message: expect.stringContaining('Linha 1: tipo de linha desconhecido') },
    ]);
  });

  it('rejects policies that are too long without delay', async () => {
    expect((await compare({ before: '#'.repeat(200_001) })).status).toBe(422);
    const many = Array.from({ length: 3_000 }, (_, at) => `p, READER, any, thing${at}, list`).join('\n');
    const start = process.threadCpuUsage();
    expect((await compare({ before: many })).body.errors).toMatchObject([{ field: 'before' }]);
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
