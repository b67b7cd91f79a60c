import { describe, expect, test } from 'vitest';
import { failingCases, readCases } from '../../access-control/cases.ts';
import { lintPolicy } from '../../access-control/lint-policy.ts';
import { createPolicy } from '../../access-control/policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';

const POLICY = `# Who may what.
p, WM_ADMIN, any, every, every
p, READER, any, notes, view
p, WRITER, customizeWidget, notes, edit
g, WRITER, READER
g2, list, view
g2, show, view
`;
const CASES = `# Questions.
role,flags,resource,action,expected,because
READER,,notes,list,yes,a reader reads
READER,,notes,show,yes,a reader reads
WRITER,,notes,edit,plan,the plan is missing
WM_ADMIN,,vaults,open,yes,staff alone
`;
const KNOWN = [
  { resource: 'notes', actions: ['list', 'show', 'edit'] },
  { resource: 'vaults', actions: ['open'] },
];
const { model } = await readPolicyTexts();
const lint = (policy: string, cases: string, known = KNOWN) =>
  lintPolicy({ model, policy, cases }, known, []).map(({ file, line, problem }) => `${file}:${line}: ${problem}`);
/** Applies one replacement to the file and returns the faults that lint reports. */
const faultsOf = (file: 'policy' | 'cases', from: string, to: string) => {
  const text = file === 'policy' ? POLICY : CASES;
  expect(text).toContain(from);
  const changed = text.replace(from, to);
  return file === 'policy' ? lint(changed, CASES) : lint(POLICY, changed);
};

test('reports no fault for valid files', () => {
  expect(lint(POLICY, CASES)).toEqual([]);
});

describe('model.conf', () => {
  test.each([
    ['rows that deny', 'e = some(where (p.eft == allow))', 'e = !some(where (p.eft == deny))', 'nenhuma proíbe'],
    [
      'an effect in rows',
      'resource, action\n\n[role',
      'resource, action, eft\n\n[role',
      'uma linha tem um papel, uma flag',
    ],
    ['a second flag in rows', 'p = role, flag,', 'p = role, flag, other,', 'uma linha tem um papel, uma flag'],
    ['a flag that takes away', '(p.flag in r.flags)', '!(p.flag in r.flags)', 'uma flag só acrescenta'],
    ['a flag in another condition', 'g2(r.action', '!("self" in r.flags) && g2(r.action', 'uma flag só acrescenta'],
    ['no effect', '[policy_effect]\ne = some(where (p.eft == allow))', '', 'falta a seção policy_effect'],
  ])('reports %s', (_, from, to, problem) => {
    expect(model).toContain(from);
    const faults = lintPolicy({ model: model.replace(from, to), policy: POLICY, cases: CASES }, KNOWN, []);
    expect(faults.map((fault) => `${fault.file}: ${fault.problem}`).join('\n')).toContain(problem);
  });

  test('a row has one flag', () => {
    expect(faultsOf('policy', 'WRITER, customizeWidget', 'WRITER, customizeWidget|self')).toContain(
      'policy.csv:4: valor malformado: "customizeWidget|self"',
    );
  });
});

describe('policy.csv', () => {
  test.each([
    ['unknown role', 'p, READER', 'p, REEDER', 'policy.csv:3: papel desconhecido: REEDER'],
    ['unknown flag', 'customizeWidget', 'customiseWidget', 'policy.csv:4: flag desconhecida: customiseWidget'],
    ['unknown resource', 'any, notes', 'any, nots', 'policy.csv:3: nenhum caso pergunta por nots list'],
    ['unknown action', 'notes, edit', 'notes, edt', 'policy.csv:4: nenhum caso pergunta por notes edt'],
    ['column count', 'p, READER, any, ', 'p, READER, ', 'policy.csv:3: 4 colunas; uma linha p tem 5'],
    ['column count of g', 'g, WRITER, READER', 'g, WRITER', 'policy.csv:5: 2 colunas; uma linha g tem 3'],
    ['unknown kind', 'g2, show', 'g3, show', 'policy.csv:7: tipo de linha desconhecido: "g3" (use p, g ou g2)'],
    ['comment inside', 'notes, view', 'notes, view # x', 'policy.csv:3: comentário fora do começo da linha'],
    ['indented comment', '# Who', ' # Who', 'policy.csv:1: comentário fora do começo da linha'],
    ['repeated row', 'g, WRITER', 'p, READER, any, notes, view\ng, WRITER', 'policy.csv:5: repete a linha 3'],
    ['repeated except for spaces', 'g, WRITER', 'p,READER,any,notes,view\ng, WRITER', 'policy.csv:5: repete a linha 3'],
    ['unknown role in g', 'g, WRITER', 'g, WRITTER', 'policy.csv:5: papel desconhecido: WRITTER'],
    ['circle', 'g2, list', 'g, READER, WRITER\ng2, list', 'policy.csv:5: herança em círculo: WRITER, READER'],
    [
      'role that inherits from itself',
      'g2, list',
      'g, READER, READER\ng2, list',
      'policy.csv:6: herança em círculo: READER, READER',
    ],
    ['unused group', 'g2, list', 'g2, drop, manage\ng2, list', 'policy.csv:6: nenhuma linha p usa o grupo manage'],
    ['every for another role', 'any, notes', 'any, every', 'policy.csv:3: every é só de WM_ADMIN'],
    [
      'second row of WM_ADMIN',
      'g, WRITER',
      'p, WM_ADMIN, any, vaults, open\ng, WRITER',
      'policy.csv:5: WM_ADMIN tem uma linha só: any, every, every',
    ],
    ['WM_ADMIN in g', 'g2, list', 'g, WM_ADMIN, READER\ng2, list', 'policy.csv:6: WM_ADMIN não entra em herança'],
    ['quotes', 'any, notes', 'any, "notes"', 'policy.csv:3: valor malformado: ""notes""'],
  ])('%s', (_, from, to, fault) => {
    expect(faultsOf('policy', from, to)).toContain(fault);
  });
});

describe('guarded fields', () => {
  const GUARDED = [{ resource: 'notes.price', actions: ['read', 'write'] }];
  const faultsWith = (rows: string, more = '', guarded = GUARDED) =>
    lintPolicy({ model, policy: POLICY + rows, cases: CASES + more }, undefined, guarded, []).map(
      ({ file, line, problem }) => `${file}:${line}: ${problem}`,
    );
  const READ = 'p, WRITER, any, notes.price, read\n';
  const WRITE = 'p, WRITER, any, notes.price, write\n';
  const cases = (...actions: string[]) =>
    actions.map((action) => `WRITER,,notes.price,${action},yes,a writer ${action}s\n`).join('');

  test('need rows', () => {
    expect(faultsWith(READ + WRITE, cases('read', 'write'))).toEqual([]);
    expect(faultsWith(READ, cases('read'))).toEqual([
      'policy.csv:1: nenhuma linha diz quem tem o campo guardado, nem há caso em que só WM_ADMIN passe: notes.price write',
    ]);
    expect(faultsWith(READ, `${cases('read')}WM_ADMIN,,notes.price,write,yes,staff alone\n`)).toEqual([]);
  });

  test('are the only fields with rows', () => {
    expect(faultsWith(READ + WRITE, cases('read', 'write'), [])).toEqual([
      'policy.csv:8: não é campo guardado (guarded: true): notes.price read',
      'policy.csv:9: não é campo guardado (guarded: true): notes.price write',
    ]);
    expect(faultsWith(`${READ}${WRITE}p, WRITER, any, notes.price, list\n`, cases('read', 'write', 'list'))).toEqual([
      'policy.csv:10: não é campo guardado (guarded: true): notes.price list',
    ]);
  });
});

describe('cases.csv', () => {
  test.each([
    ['heading', 'role,flags', 'roles,flags', 'cases.csv:2: a primeira linha deve ser o cabeçalho'],
    ['unknown role', 'WRITER,', 'WRITTER,', 'cases.csv:5: papel desconhecido: WRITTER'],
    ['unknown flag', 'WRITER,,', 'WRITER,self|sefl,', 'cases.csv:5: flag desconhecida: sefl'],
    ['any as a flag of the asker', 'WRITER,,', 'WRITER,any,', 'cases.csv:5: flag desconhecida: any'],
    [
      'unknown resource',
      'READER,,notes,list',
      'READER,,nots,list',
      'cases.csv:3: recurso ou ação que não existe: nots list',
    ],
    ['unknown action', 'notes,show', 'notes,sow', 'cases.csv:4: nenhuma linha de policy.csv concede notes sow, nem há'],
    ['unknown answer', 'plan,', 'maybe,', 'cases.csv:5: resposta desconhecida: "maybe" (use yes, no, plan ou from)'],
    [
      'from for a role that is not a customer’s',
      'WM_ADMIN,,vaults,open,yes',
      'WM_ADMIN,,vaults,open,from',
      'cases.csv:6: from é só para',
    ],
    ['no reason', 'a reader reads', '', 'cases.csv:3: falta o motivo'],
    ['comma in the reason', 'a reader', 'a reader, too,', 'cases.csv:3: 8 colunas; um caso tem 6'],
    ['comment inside', 'staff alone', 'staff # alone', 'cases.csv:6: comentário fora do começo da linha'],
    [
      'action without a case',
      'WM_ADMIN,,vaults,open,yes,staff alone\n',
      '',
      'cases.csv:1: nenhum caso pergunta por vaults open',
    ],
    [
      'repeated question, flags in another order',
      'WM_ADMIN',
      'READER,self|customizeWidget,notes,list,yes,x\nREADER,customizeWidget|self,notes,list,yes,y\nWM_ADMIN',
      'cases.csv:7: repete a linha 6',
    ],
  ])('%s', (_, from, to, fault) => {
    expect(faultsOf('cases', from, to)).toContainEqual(expect.stringContaining(fault));
  });

  test('expands a line about several actions, and one about every role that must be refused', () => {
    const flags = ['customizeWidget', 'limitPerContext', 'interactionsFeedback', 'self', 'fresh', 'impersonated'];
    const heading = CASES.split('\n').slice(0, 2).join('\n');
    const { cases, faults } = readCases(`${heading}\nWRITER,,notes,create|edit,from,a writer writes`);
    expect(faults).toEqual([]);
    expect(cases.map(({ role, action, expected, flags: caseFlags }) => [role, caseFlags, action, expected])).toEqual(
      ['create', 'edit'].flatMap((action) => [
        ['WRITER', [], action, 'yes'],
        ['READER', flags, action, 'no'],
        ['WM_FINANCIAL', flags, action, 'no'],
      ]),
    );
  });

  test('reports a file without cases as a fault and never as a pass', async () => {
    const heading = CASES.split('\n').slice(0, 2).join('\n');
    expect(lint(POLICY, heading)).toContain('cases.csv:1: nenhum caso');
    expect(lint(POLICY, '')).toContain('cases.csv:1: nenhum caso');
    const { model } = await readPolicyTexts();
    const policy = await createPolicy(model, POLICY);
    expect(() => failingCases(policy, readCases(heading).cases)).toThrow('no case');
  });
});
