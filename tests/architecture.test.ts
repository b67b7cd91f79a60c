import { describe, expect, test } from 'vitest';
import { RULES } from './support/architecture-rules.ts';
import { cyclesOf, type ImportKind, readImports, readTree } from './support/imports.ts';

type Tree = Record<string, string>;
const build = (tree: Tree) => readImports(Object.entries(tree).map(([path, text]) => ({ path, text })));

/** Builds a tree of files from their import lines. */
function tree(imports: Record<string, string | string[]>): Tree {
  const grown: Tree = {};
  for (const [path, lines] of Object.entries(imports)) grown[path] = [lines].flat().join('\n');
  return grown;
}

describe('the architecture', () => {
  const project = readImports(readTree(new URL('..', import.meta.url).pathname));
  const found = Object.entries(RULES).map(([name, rule]) => ({ name, violations: rule(project) }));

  test.each(found)('$name', ({ violations }) => {
    expect(violations).toEqual([]);
  });

  test('covers the whole project', () => {
    const paths = project.files.map(({ path }) => path);
    for (const path of ['resources/index.ts', 'src/shared/rules.ts', 'access-control/policy.ts']) {
      expect(paths).toContain(path);
      expect(project.imports.map(({ from }) => from)).toContain(path);
    }
    expect(paths).toContain('tests/architecture.test.ts');
  });
});

interface Proof {
  rule: keyof typeof RULES;
  /** The file that must be reported. */
  guilty: string;
  /** Its content; `besides` are additional files. */
  text: string;
  besides?: Tree;
  /** A content that must not be reported. */
  innocent?: string;
}

const EMPTY = 'export const one = 1;';
const layers = 'a layer imports only lower layers';
const sharedFolders = 'a shared folder of the server imports no capability, and only its allowed shared folders';
const edge = 'only routes, http and the start use HTTP';
const packages = 'a layer imports only its allowed packages';
const declared = 'packages imported in production are declared as dependencies';
const browser = 'browser code never imports a module of Node';
const barrels = 'no barrels but resources/index.ts';
const kebab = 'names are kebab-case';
const vague = 'names are specific';
const floors = 'a floor of the console imports only lower floors';
const followed = 'every import can be resolved';

/** Creates a proof for a forbidden import, with an allowed line to replace it. */
const imports = (rule: string, guilty: string, specifier: string, innocent?: string): Proof => ({
  rule,
  guilty,
  text: `import { one } from '${specifier}';\nexport const two = one;`,
  ...(innocent && { innocent }),
});

const PROOFS: Proof[] = [
  imports(layers, 'resources/kit/field.ts', '../../src/shared/constants.ts', "import { z } from 'zod';"),
  imports(layers, 'resources/notes.ts', './users.ts', "import { CODE } from '../src/shared/constants.ts';"),
  imports(layers, 'resources/notes.ts', '../access-control/policy.ts', "import { text } from './kit/field.ts';"),
  imports(layers, 'resources/index.ts', '../src/server/runtime/env.ts', "import { notes } from './notes.ts';"),
  imports(
    layers,
    'src/shared/rules.ts',
    '../../resources/users.ts',
    "import { z } from '../../resources/kit/field.ts';",
  ),
  imports(layers, 'src/shared/rules.ts', '../server/env.ts', "import { CODE } from './constants.ts';"),
  imports(layers, 'src/search/rank.ts', '../server/db/tenant.ts', "import { CODE } from '../shared/constants.ts';"),
  imports(layers, 'src/search/rank.ts', '../reading/blocks.ts', "import { rootOf } from './roots.ts';"),
  imports(
    layers,
    'src/reading/capture/robots.ts',
    '../../server/db/tenant.ts',
    "import { stem } from '../../search/a.ts';",
  ),
  imports(layers, 'src/server/outbound/fetch.ts', '../runtime/env.ts', "import { CODE } from './addresses.ts';"),
  imports(layers, 'access-control/policy.ts', '../src/shared/session.ts', "import { ROLES } from './vocabulary.ts';"),
  imports(layers, 'src/server/app.ts', '../console/app.tsx', "import { notes } from '../../resources/notes.ts';"),
  imports(layers, 'src/server/app.ts', '../widget/panel.ts', "import words from '../../locales/pt-BR/errors.json';"),
  imports(
    layers,
    'src/console/app.tsx',
    '../server/env.ts',
    "import { createPolicy } from '../../access-control/policy.ts';",
  ),
  imports(layers, 'src/widget/panel.ts', '../../resources/notes.ts', "import { draw } from './draw.ts';"),
  imports(declared, 'src/server/runtime/log.ts', 'vitest', "import pino from 'pino';"),
  { rule: layers, guilty: 'src/console/app.tsx', text: "import type { Env } from '../server/env.ts';" },
  { rule: layers, guilty: 'src/console/app.tsx', text: "export const env = () => import('../server/env.ts');" },
  { rule: layers, guilty: 'src/console/app.tsx', text: "export type Env = import('../server/env.ts').Env;" },
  { rule: layers, guilty: 'src/console/app.tsx', text: "export * from '../server/env.ts';" },
  { rule: layers, guilty: 'src/console/app.tsx', text: "export const all = import.meta.glob('../server/*.ts');" },
  { rule: layers, guilty: 'src/console/app.tsx', text: 'export const by = (n) => import(`../server/${n}.ts`);' },
  { rule: layers, guilty: 'src/console/app.tsx', text: "new Worker(new URL('../server/env.ts', import.meta.url));" },
  imports(packages, 'resources/kit/field.ts', 'casbin', "import { z } from 'zod';"),
  imports(packages, 'resources/notes.ts', 'zod', "import { text } from './kit/field.ts';"),
  imports(packages, 'resources/index.ts', 'zod'),
  imports(packages, 'src/shared/rules.ts', 'react', "import { z } from 'zod/v4';"),
  imports(packages, 'access-control/policy.ts', 'zod', "import { newEnforcer } from 'casbin';"),
  imports(packages, 'src/widget/panel.ts', 'zod', "import { draw } from './draw.ts';"),
  imports(packages, 'src/widget/panel.ts', '@scope/name/deep'),
  imports(browser, 'src/console/app.tsx', 'node:fs', "import type { Stats } from 'node:fs';"),
  imports(browser, 'src/shared/rules.ts', 'crypto', "import { Buffer } from 'buffer';"),
  {
    rule: browser,
    guilty: 'access-control/texts.ts',
    text: "import { readFileSync } from 'node:fs';\nexport const one = readFileSync;",
    besides: tree({ 'access-control/permissions.ts': "import { one } from './texts.ts';" }),
    innocent: EMPTY,
  },
  {
    rule: 'the widget imports only types from shared',
    guilty: 'src/widget/panel.ts',
    text: "import { type Source } from '../shared/chat-protocol.ts';",
    innocent: "import type { Source } from '../shared/chat-protocol.ts';",
  },
  imports(
    'the console imports only the panel of the widget',
    'src/console/app.tsx',
    '../widget/draw.ts',
    "import { mount } from '../widget/panel.ts';",
  ),
  ...[
    ['query.inlineParams()', 'query'],
    ["sql.raw(`a = '${id}'`)", "sql.raw(`a = '1'`)"],
    ['sql.raw(String(sign))', "sql.raw('now()')"],
    ["pool.query(`set role '${role}'`)", "pool.query('set role $1', [role])"],
    ["client.query<Row>('select ' + id)", "client.query<Row>('select $1', [id])"],
    ['client.escapeLiteral(id)', 'client.bind(id)'],
  ].map(([guilty, innocent]) => ({
    rule: 'every value of a statement is a bind parameter',
    guilty: 'src/server/chat/read.ts',
    text: `export const one = ${guilty};`,
    innocent: `export const one = ${innocent};`,
  })),
  { rule: 'every folder of the server is known', guilty: 'src/server/plugins/one.ts', text: EMPTY },
  imports(
    'a capability imports only capabilities to its left',
    'src/server/billing/plans.ts',
    '../chat/answer.ts',
    "import { users } from '../identity/users.ts';",
  ),
  imports(
    'only app.ts imports routes.ts',
    'src/server/chat/routes.ts',
    '../billing/routes.ts',
    "import { plans } from '../billing/plans.ts';",
  ),
  imports('only app.ts imports routes.ts', 'src/server/chat/answer.ts', './routes.ts'),
  imports(edge, 'src/server/chat/answer.ts', 'fastify', "import { sql } from 'drizzle-orm';"),
  { rule: edge, guilty: 'src/server/chat/answer.ts', text: "import type { FastifyRequest } from 'fastify';" },
  imports(edge, 'src/server/jobs/work.ts', '@fastify/multipart'),
  imports(edge, 'src/server/chat/answer.ts', '../http/access.ts', "import { pool } from '../db/connect.ts';"),
  imports(edge, 'src/server/chat/answer.ts', '../resource/router.ts', "import { q } from '../resource/query.ts';"),
  imports(edge, 'src/server/resource/query.ts', 'fastify'),
  imports(edge, 'src/server/chat/deep/down/routes.ts', 'fastify'),
  imports(
    sharedFolders,
    'src/server/db/connect.ts',
    '../identity/users.ts',
    "import { env } from '../runtime/env.ts';",
  ),
  imports(
    sharedFolders,
    'src/server/http/access.ts',
    '../identity/users.ts',
    "import { find } from '../db/platform.ts';",
  ),
  imports(
    sharedFolders,
    'src/server/http/access.ts',
    '../jobs/queue.ts',
    "import { ApiError } from '../runtime/api-error.ts';",
  ),
  imports(
    sharedFolders,
    'src/server/jobs/queue.ts',
    '../knowledge/train.ts',
    "import { find } from '../db/platform.ts';",
  ),
  imports(
    sharedFolders,
    'src/server/mail/outbox.ts',
    '../identity/users.ts',
    "import { add } from '../jobs/queue.ts';",
  ),
  imports(
    sharedFolders,
    'src/server/outbound/fetch.ts',
    '../knowledge/train.ts',
    "import { isPublic } from './addresses.ts';",
  ),
  imports(
    sharedFolders,
    'src/server/resource/query.ts',
    '../chat/answer.ts',
    "import { find } from '../db/platform.ts';",
  ),
  imports(sharedFolders, 'src/server/runtime/env.ts', '../chat/answer.ts'),
  imports(sharedFolders, 'src/server/runtime/translate.ts', '../http/access.ts'),
  imports(
    'src/server/http imports no resource declarations',
    'src/server/http/openapi.ts',
    '../../../resources/index.ts',
    "import { ERROR_STATUS } from '../../shared/error-codes.ts';",
  ),
  imports('no folder of the server imports main.ts or app.ts', 'src/server/app.ts', './main.ts'),
  imports(
    'no folder of the server imports main.ts or app.ts',
    'src/server/chat/routes.ts',
    '../app.ts',
    "import { answer } from './answer.ts';",
  ),
  imports(
    'a screen imports no other screen',
    'src/console/features/billing/plan/plan-page.tsx',
    '../checkout/summary.tsx',
    "import { price } from './price.tsx';",
  ),
  imports(
    'a feature of the console imports no feature of another capability',
    'src/console/features/billing/plan/plan-page.tsx',
    '../../staff/plans.ts',
    "import { price } from '../price.tsx';",
  ),
  imports(
    floors,
    'src/console/resource/list-page.tsx',
    '../features/billing/plan/plan-page.tsx',
    "import { cell } from './field-cell.tsx';",
  ),
  imports(
    floors,
    'src/console/resource/list-page.tsx',
    '../layout/header.tsx',
    "import { t } from '../components/t.ts';",
  ),
  imports(floors, 'src/console/layout/menu.ts', '../screens.tsx', "import { rows } from '../resource/rows.ts';"),
  imports(floors, 'src/console/state/store.ts', '../theme/tokens.ts', "import { one } from './value.ts';"),
  { rule: floors, guilty: 'src/console/layout/menu.ts', text: "export const open = () => import('../screens.tsx');" },
  {
    rule: 'no import cycles',
    guilty: 'src/shared/a.ts',
    text: "import './b.ts';",
    besides: tree({
      'src/shared/b.ts': "import './c.ts';",
      'src/shared/c.ts': "import './a.ts';",
    }),
    innocent: "import type { B } from './b.ts';",
  },
  {
    rule: 'no import cycles on the server, not even of types',
    guilty: 'src/server/db/a.ts',
    text: "import type { B } from './b.ts';",
    besides: tree({ 'src/server/db/b.ts': "import { a } from './a.ts';" }),
    innocent: EMPTY,
  },
  {
    rule: 'no import cycles between the folders of knowledge',
    guilty: 'src/server/knowledge/contents',
    text: '',
    besides: tree({
      'src/server/knowledge/contents/a.ts': "import '../training/b.ts';",
      'src/server/knowledge/training/c.ts': "import '../contents/d.ts';",
      'src/server/knowledge/training/b.ts': EMPTY,
      'src/server/knowledge/contents/d.ts': EMPTY,
    }),
  },
  {
    rule: 'no import cycles',
    guilty: 'src/shared/a.ts',
    text: "export const b = () => import('./b.ts');",
    besides: tree({ 'src/shared/b.ts': "import './a.ts';" }),
    innocent: EMPTY,
  },
  { rule: barrels, guilty: 'src/server/chat/index.ts', text: EMPTY },
  { rule: barrels, guilty: 'src/shared/all.ts', text: "export * from './rules.ts';", innocent: EMPTY },
  {
    rule: barrels,
    guilty: 'src/shared/all.ts',
    text: "import { a } from './rules.ts';\nexport { a };",
    innocent: "export { a } from './rules.ts';\nexport const b = 1;",
  },
  { rule: kebab, guilty: 'src/console/features/PlanPage.tsx', text: EMPTY },
  { rule: kebab, guilty: 'src/console/planPages/plan.tsx', text: EMPTY },
  { rule: kebab, guilty: 'src/shared/error_codes.ts', text: EMPTY },
  { rule: kebab, guilty: 'locales/pt-BR/errorCodes.json', text: '' },
  { rule: vague, guilty: 'src/shared/utils.ts', text: EMPTY },
  { rule: vague, guilty: 'src/server/chat/chat-helpers.ts', text: EMPTY },
  { rule: vague, guilty: 'src/console/common/button.tsx', text: EMPTY },
  { rule: vague, guilty: 'tests/support/misc.test.ts', text: EMPTY },
  { rule: vague, guilty: 'src/server/chat/session-manager.ts', text: EMPTY },
  { rule: followed, guilty: 'src/server/app.ts', text: "import './gone.ts';", innocent: "import './env.ts';" },
  {
    rule: followed,
    guilty: 'src/server/app.ts',
    text: 'export const load = (name: string) => import(name);',
    innocent: 'export const load = (name: string) => import(`./${name}.ts`);',
  },
];

/** Creates all files that the text imports; otherwise the missing file would be reported. */
function around({ guilty, besides }: Proof, text: string): Tree {
  const mentioned = [...text.matchAll(/['"`](\.[^'"`*$]+\.\w+)['"`]/g)]
    .map(([, specifier = '']) => new URL(specifier, `file:///${guilty}`).pathname.slice(1))
    .filter((path) => !path.includes('gone'));
  return { ...Object.fromEntries(mentioned.map((path) => [path, EMPTY])), ...besides, [guilty]: text };
}

describe('each rule', () => {
  test.each(PROOFS.map((proof) => [proof.rule, proof.guilty, proof] as const))(
    '“%s” reports %s',
    (rule, guilty, proof) => {
      const project = build(around(proof, proof.text));
      expect(RULES[rule]?.(project).map(({ file }) => file)).toEqual([guilty]);
      if (proof.innocent) expect(RULES[rule]?.(build(around(proof, proof.innocent)))).toEqual([]);
    },
  );

  test('has a proof', () => {
    expect([...new Set(PROOFS.map(({ rule }) => rule))].sort()).toEqual(Object.keys(RULES).sort());
  });

  test('accepts what the design allows', () => {
    const project = build(
      tree({
        'resources/kit/field.ts': "import { z } from 'zod';\nexport const text = z;",
        'resources/notes.ts': "import { text } from './kit/field.ts';\nexport const notes = text;",
        'resources/index.ts': "import { notes } from './notes.ts';\nexport { notes };",
        'src/shared/rules.ts': "import { text } from '../../resources/kit/field.ts';\nexport const rule = text;",
        'access-control/policy.ts': "import { newEnforcer } from 'casbin';\nexport const can = newEnforcer;",
        'access-control/model.conf': '',
        'access-control/policy-files.ts':
          "import 'node:fs';\nimport { can } from './policy.ts';\nexport const open = can;",
        'src/server/main.ts': "import { app } from './app.ts';\napp();",
        'src/server/app.ts': "import { routes } from './chat/routes.ts';\nexport const app = routes;",
        'src/server/chat/routes.ts': [
          "import type { FastifyInstance } from 'fastify';",
          "import { access } from '../http/access.ts';",
          "import { answer } from './answer.ts';",
          'export const routes = (app: FastifyInstance) => [app, access, answer];',
        ],
        'src/server/chat/answer.ts': "import { find } from '../db/find.ts';\nexport const answer = find;",
        'src/server/http/access.ts': "import { find } from '../db/find.ts';\nexport const access = find;",
        'src/server/db/find.ts': EMPTY,
        'src/console/routes.tsx': "export const plan = () => import('./features/billing/plan/plan-page.tsx');",
        'src/console/features/billing/plan/plan-page.tsx':
          "import '../../../session/access.ts';\nimport { mount } from '../../../../widget/panel.ts';",
        'src/console/session/access.ts':
          "import model from '../../../access-control/model.conf?raw';\nimport '../../../access-control/policy.ts';",
        'src/widget/panel.ts':
          "import type { Rule } from '../shared/rules.ts';\nexport const mount = (rule: Rule) => rule;",
      }),
    );
    for (const [name, rule] of Object.entries(RULES)) expect(rule(project), name).toEqual([]);
  });
});

describe('reading imports', () => {
  const kindsOf = (text: string) => build({ 'src/a.ts': text, 'src/b.ts': EMPTY }).imports.map(({ kind }) => kind);
  test.each<[string, ImportKind[]]>([
    ["import { one } from './b.ts';", ['static']],
    ["import './b.ts';", ['static']],
    ["import { type T } from './b.ts';", ['static']],
    ["import type { T } from './b.ts';", ['type']],
    ["export type { T } from './b.ts';", ['type']],
    ["export { one } from './b.ts';", ['static']],
    ["export * as b from './b.ts';", ['static']],
    ["const b = await import('./b.ts');", ['dynamic']],
    ["let b: import('./b.ts').T;", ['type']],
    ["new Worker(new URL('./b.ts', import.meta.url));", ['address']],
    ["new URL('./b.html', import.meta.url);", []],
    ["// import './b.ts'", []],
    ['const text = "import \'./b.ts\'";', []],
  ])('understands %s', (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  test('returns the line of an import', () => {
    expect(build({ 'src/a.ts': "\n\nimport './b.ts';", 'src/b.ts': EMPTY }).imports[0]?.line).toBe(3);
  });

  test('returns a cycle from a file back to itself', () => {
    const project = build({ 'src/a.ts': "import './b.ts';", 'src/b.ts': "import './a.ts';" });
    expect(cyclesOf(project)).toEqual([['src/a.ts', 'src/b.ts', 'src/a.ts']]);
  });

  test('throws for a file that cannot be parsed', () => {
    expect(() => build({ 'src/a.ts': 'import from' })).toThrow('src/a.ts');
  });
});
