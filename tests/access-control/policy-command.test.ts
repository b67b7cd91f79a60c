import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import { type PolicyTexts, readPolicyTexts } from '../../access-control/policy-files.ts';
import { ROLES } from '../../access-control/vocabulary.ts';

const texts = await readPolicyTexts();
const lineOf = (row: string) => texts.policy.split('\n').indexOf(row) + 1;

async function run(command: string, changed: Partial<PolicyTexts> = {}) {
  const printed: string[] = [];
  const words = command.split(' ').filter(Boolean);
  const code = await runPolicyCommand(words, (text) => printed.push(text), { ...texts, ...changed });
  return { code, text: printed.join('\n') };
}

const MANAGE = `sim: WRITER, em qualquer plano, pode gerenciar contents (linha ${lineOf('p, WRITER, any, contents, manage')})`;
const RETRY = `sim: WRITER, em qualquer plano, pode fazer "retry" em contents (linha ${lineOf('p, WRITER, any, contents, retry')}), e OWNER herda de WRITER`;
const EDIT = `sim: ADMIN, com customizeWidget no plano, pode editar appearance (linha ${lineOf('p, ADMIN, customizeWidget, appearance, edit')})`;
const EVERYTHING = `sim: WM_ADMIN, em qualquer plano, pode tudo (linha ${lineOf('p, WM_ADMIN, any, every, every')})`;
const CHANGE =
  'não, por papel: OWNER não pode fazer "change" em subscription; menor mudança que permitiria: confirmar há pouco, em sessão própria, quem é';

test.each([
  [
    'can WRITER contents create',
    0,
    [
      `na própria conta: ${MANAGE}; nas linhas dos contextos da pessoa`,
      `com chave de API: ${MANAGE}; nas linhas dos contextos da chave`,
    ],
  ],
  [
    'can OWNER contents retry',
    0,
    [
      `na própria conta: ${RETRY}; nas linhas dos contextos da pessoa`,
      `em nome de um cliente, como OWNER: ${RETRY}; nas linhas dos contextos da conta do cliente`,
    ],
  ],
  [
    'can WM_ADMIN subscription change',
    0,
    [`na própria conta: ${EVERYTHING}; nas linhas da própria conta`, `em nome de um cliente, como OWNER: ${CHANGE}`],
  ],
  ['can WM_ADMIN subscription change --flags impersonated', 1, [`em nome de um cliente, como OWNER: ${CHANGE}`]],
  [
    'can WM_ADMIN subscription change --flags self',
    0,
    [`na própria conta: ${EVERYTHING}; nas linhas da própria conta`],
  ],
  ['can WM_READER accounts list --flags impersonated', 1, ['não: WM_READER não entra em contas de clientes']],
  [
    'can ADMIN appearance edit --flags self|customizeWidget',
    0,
    [`na própria conta: ${EDIT}; nas linhas dos contextos da pessoa`],
  ],
  [
    'can READER contents create',
    1,
    ['na própria conta', 'com chave de API'].map(
      (where) =>
        `${where}: não, por papel: READER não pode criar contents; menor mudança que permitiria: ter o papel WRITER`,
    ),
  ],
  [
    'can ADMIN users create',
    0,
    [
      `na própria conta: sim: ADMIN, em sessão própria confirmada há pouco, pode gerenciar users (linha ${lineOf('p, ADMIN, fresh, users, manage')}); nas linhas dos contextos da pessoa`,
      'com chave de API: não, por papel: ADMIN não pode criar users; nenhuma mudança permitiria',
    ],
  ],
  [
    'can ADMIN appearance edit --flags limitPerContext,self',
    1,
    [
      'na própria conta: não, por plano: ADMIN não pode editar appearance; menor mudança que permitiria: ter um plano com customizeWidget',
    ],
  ],
  [
    'can WM_READER appearance edit',
    1,
    [
      'na própria conta: não, por papel: WM_READER não pode editar appearance; menor mudança que permitiria: ter o papel WM_ADMIN',
    ],
  ],
  [
    'can ANYONE chat ask',
    0,
    [
      `sem sessão: sim: ANYONE, em qualquer plano, pode fazer "ask" em chat (linha ${lineOf('p, ANYONE, any, chat, ask')}); nas linhas do contexto do chat`,
    ],
  ],
])('answers "%s"', async (command, code, lines) => {
  expect(await run(command)).toEqual({ code, text: lines.join('\n') });
});

test.each([
  ['', 'falta a pergunta'],
  ['maybe READER contents list', 'não conheço o comando "maybe"'],
  ['can', 'falta dizer: papel'],
  ['can REEDER contents list', 'papel: não conheço "REEDER"'],
  ['can READER contnts list', 'recurso: não conheço "contnts"'],
  ['can READER contents lst', 'ação de contents: não conheço "lst"'],
  ['can READER contents view', 'ação de contents: não conheço "view"'],
  ['can READER contents', 'falta dizer: ação de contents'],
  ['can READER contents list --flags gold', 'flag: não conheço "gold"'],
  ['can READER contents list --flag self', 'opção desconhecida'],
  ['can ADMIN appearance edit customizeWidget', '"customizeWidget" sobra depois de can'],
  ['can READER contents list --csv', 'can não tem a opção --csv'],
  ['who contents', 'falta dizer: ação de contents'],
  ['who contents list --flags self', 'who não tem a opção --flags'],
  ['lint policy.csv', '"policy.csv" sobra depois de lint'],
])('exits with code 2 and the usage for "%s"', async (command, text) => {
  const answer = await run(command);
  expect(answer.code).toBe(2);
  expect(answer.text).toContain(text);
  expect(answer.text).toContain('npm run policy');
});

test('who lists each role with its condition and row, in each situation', async () => {
  const { code, text } = await run('who appearance edit');
  expect(code).toBe(0);
  expect(
    text
      .replaceAll(/ {2,}(?=com|em qualquer)| \(linha .*\)/g, ' ')
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'Quem pode editar appearance:',
    'na própria conta, nas linhas dos contextos da pessoa:',
    'ADMIN com customizeWidget no plano',
    'OWNER com customizeWidget no plano',
    'WM_ADMIN em qualquer plano',
    'em nome de um cliente, como OWNER, nas linhas dos contextos da conta do cliente:',
    'WM_ADMIN com customizeWidget no plano',
    'com chave de API, nas linhas dos contextos da chave:',
    'ADMIN com customizeWidget no plano',
  ]);
  const onlyOwner = await run('who account delete');
  expect(onlyOwner.text).toMatch(
    /em nome de um cliente, como OWNER:\n {4}ninguém\n {2}com chave de API:\n {4}ninguém$/,
  );
  const csv = (await run('who account delete --csv')).text.split('\n');
  expect(csv.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    'situação,papel,flag,em quais linhas',
    'na própria conta,OWNER,any,nas linhas da própria conta',
    'na própria conta,WM_ADMIN,any,nas linhas da própria conta',
  ]);
});

test('table shows each role, resource and action, also as CSV', async () => {
  const csv = (await run('table --csv')).text.split('\n').map((line) => line.split(','));
  const [heading = [], ...lines] = csv;
  expect(heading).toEqual(['recurso', 'ação', ...ROLES, 'em nome de um cliente', 'com chave de API', 'exige']);
  expect(new Set(csv.map((line) => line.length))).toEqual(new Set([heading.length]));
  const cell = (resource: string, action: string, role: string) =>
    lines.find((line) => line[0] === resource && line[1] === action)?.[heading.indexOf(role)];
  expect(cell('contents', 'create', 'WRITER')).toBe('sim');
  expect(cell('contents', 'create', 'READER')).toBe('-');
  expect(cell('appearance', 'edit', 'ADMIN')).toBe('plano');
  expect(cell('appearance', 'edit', 'exige')).toBe('customizeWidget');
  expect(cell('accounts', 'list', 'OWNER')).toBe('-');
  expect(cell('accounts', 'list', 'em nome de um cliente')).toBe('sim');
  expect(cell('users', 'create', 'ADMIN')).toBe('confirmada');
  expect(cell('users', 'resend', 'ADMIN')).toBe('própria');
  expect(cell('users', 'create', 'em nome de um cliente')).toBe('-');
  expect(cell('appearance', 'edit', 'em nome de um cliente')).toBe('plano');
  expect(cell('contents', 'edit', 'em nome de um cliente')).toBe('sim');
  expect(cell('accounts', 'list', 'WM_ADMIN')).toBe('sim');
  expect(cell('contents', 'list', 'com chave de API')).toBe('READER');
  expect(cell('contents', 'create', 'com chave de API')).toBe('WRITER');
  expect(cell('appearance', 'edit', 'com chave de API')).toBe('ADMIN e plano');
  expect(cell('users', 'create', 'com chave de API')).toBe('-');
  expect(cell('invoices', 'list', 'com chave de API')).toBe('-');
  const plain = (await run('table')).text.split('\n');
  expect(plain).toHaveLength(csv.length + 1);
  const column = plain[0]?.indexOf('READER') ?? -1;
  expect(plain.slice(2).every((line) => /^(sim|plano|própria|confirmada|-)( |$)/.test(line.slice(column)))).toBe(true);
});

test('keys lists the permissions of API keys, without those that need a person’s own session', async () => {
  const { code, text } = await run('keys --csv');
  expect(code).toBe(0);
  const lines = text.split('\n');
  expect(lines[0]).toBe('recurso,ação,READER,WRITER,ADMIN');
  expect(lines).toContain('contents,list,sim,sim,sim');
  expect(lines).toContain('contents,create,-,sim,sim');
  expect(lines).toContain('appearance,edit,-,-,plano');
  expect(lines).toContain('contexts,delete,-,-,sim');
  const [heading = [], ...table] = (await run('table --csv')).text.split('\n').map((line) => line.split(','));
  const own = table.filter((line) => line[heading.indexOf('ADMIN')] === 'própria');
  expect(own.length).toBeGreaterThan(8);
  for (const [resource, action] of own)
    expect(lines.filter((line) => line.startsWith(`${resource},${action},`))).toEqual([]);
});

test('lint and test pass on the shipped files and fail on broken ones', async () => {
  expect(await run('lint')).toMatchObject({ code: 0 });
  expect(await run('test')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^\d+ casos, 0 fora do esperado\n\d+ invariantes, 0 falsas$/),
  });
  const widened = `${texts.policy}p, MEMBER, any, invoices, view\n`;
  const failing = await run('test', { policy: widened });
  expect(failing.code).toBe(1);
  expect(failing.text).toContain('esperado no, veio yes');
  const misspelt = await run('lint', { policy: texts.policy.replace('p, OWNER, any', 'p, ONWER, any') });
  expect(misspelt).toMatchObject({ code: 1, text: expect.stringContaining('papel desconhecido: ONWER') });
  const forgotten = (text: string) => text.replace(/^.*, ?hyperlinks,.*\n/gm, '');
  const without = await run('lint', { policy: forgotten(texts.policy), cases: forgotten(texts.cases) });
  expect(without).toMatchObject({ code: 1, text: expect.stringContaining('nenhum caso pergunta por hyperlinks list') });
  const heading = 'role,flags,resource,action,expected,because\n';
  expect(await run('test', { cases: heading })).toMatchObject({
    code: 1,
    text: expect.stringContaining('nenhum caso'),
  });
});

test('refuses to answer from a policy that casbin would only partly read', async () => {
  const answer = await run('can READER contents list', { policy: `${texts.policy}p, READER, contents\n` });
  expect(answer).toMatchObject({ code: 1, text: expect.stringContaining('3 colunas') });
});

test('fails on a case that it cannot read, instead of leaving it out', async () => {
  const answer = await run('test', { cases: texts.cases.replace(',yes,', ',yep,') });
  expect(answer).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^cases\.csv:\d+: resposta desconhecida: "yep"/),
  });
});

test('reads files that a spreadsheet saved with a byte order mark', async () => {
  const marked = { policy: `\uFEFF${texts.policy}`, cases: `\uFEFF${texts.cases}` };
  expect(await run('lint', marked)).toMatchObject({ code: 0 });
  expect(await run('test', marked)).toMatchObject({ code: 0 });
});

test('names the file that Casbin does not accept', async () => {
  expect(await run('lint', { model: 'm = ' })).toMatchObject({ code: 1, text: expect.stringContaining('model.conf') });
});

test('prints its usage on request', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, text: expect.stringContaining('npm run policy -- can') });
});

test('exits with the code of its answer', () => {
  const command = new URL('../../access-control/policy-command.ts', import.meta.url).pathname;
  const end = (...words: string[]) => spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });
  expect(end('can', 'READER', 'contents', 'list')).toMatchObject({ status: 0, stderr: '' });
  expect(end('can', 'READER', 'contents', 'create')).toMatchObject({ status: 1, stderr: '' });
  expect(end('can')).toMatchObject({ status: 2 });
});
