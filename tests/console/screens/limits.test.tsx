// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import type { CreditLimits } from '../../../src/shared/credit-limits.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('credit-limits', 'limits'));
const routes = screensAt('/limits');
const [root, child] = CONTEXTS as [(typeof CONTEXTS)[number], (typeof CONTEXTS)[number]];

let limits: CreditLimits;
const branch = (of: typeof root, limit: number | null, used = 0) => ({ ...of, limit, used });
beforeEach(() => {
  limits = {
    version: 'v1',
    credits: { granted: 100, used: 12, lasting: 0 },
    data: [branch(root, 60, 12), branch(child, 20, 2)],
  };
  engine.on(({ method, path, body }) => {
    if (path === '/users/me') {
      const who = { id: '018f0000-0000-7000-8000-00000000aaaa', accountId: '018f0000-0000-7000-8000-00000000bbbb' };
      const person = { avatar: null, name: 'Helena Prado', email: 'helena@loja.com.br', website: null };
      const flags = ['self', 'limitPerContext'];
      return { body: { ...who, ...person, tutorial: 5, websiteCrawled: true, flags, role: 'OWNER' } };
    }
    if (path !== '/credit-limits') return undefined;
    if (method === 'GET') return { body: limits };
    const limitsInput = body as { version: string; limits: { contextId: string; limit: number | null }[] };
    if (limitsInput.version !== limits.version)
      return problem(409, 'changed_meanwhile', 'Outra pessoa mudou isto antes.', {
        current: { ...limits, saved: { userName: 'Rui', createdAt: '2026-11-20T12:00:00.000Z' } },
      });
    const of = new Map(limitsInput.limits.map(({ contextId, limit }) => [contextId, limit]));
    const data = limits.data.map((one) => (of.has(one.id) ? { ...one, limit: of.get(one.id)! } : one));
    return { body: (limits = { ...limits, version: `${limits.version}+`, data }) };
  });
});

const field = (name: string) => screen.findByLabelText(`Limite de “${name}”`);
const save = () => screen.getByRole('button', { name: 'Salvar limites' }) as HTMLButtonElement;
const sent = () => engine.calls('PUT', '/credit-limits').map(({ body }) => body);

it('shows used, assigned and remaining credits, and keeps limits within those of the parent', async () => {
  const { user } = visit('/limits', routes);
  const tree = within(await screen.findByRole('list', { name: 'Contextos e seus limites' }));
  const [first, second] = tree.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toContain('12 usados · 20 distribuídos · restam 48');
  expect(second).toContain('2 usados · restam 18');
  const input = await field('Loja de Curitiba');
  await user.clear(input);
  await user.type(input, '60,5');
  await screen.findByText('Os subcontextos somam 60,5, mais do que os 60 de “Loja”');
  expect(save().disabled).toBe(true);
  await user.type(input, '{Enter}');
  expect(sent()).toEqual([]);
  await user.clear(input);
  await user.type(input, '60');
  await waitFor(() => expect(save().disabled).toBe(false));
  // The same holds for parents: below the sum of their children, or above the account's credits, is refused.
  const above = await field('Loja');
  for (const [typed, error] of [
    ['59', 'Os subcontextos somam 60, mais do que os 59 de “Loja”'],
    ['101', 'Os contextos somam 101, mais do que os 100 da conta'],
  ] as const) {
    await user.clear(above);
    await user.type(above, typed);
    await screen.findByText(error);
    expect(save().disabled).toBe(true);
  }
  await user.clear(above);
  await user.type(above, '70');
  await user.click(save());
  await waitFor(() => expect(toasts()).toEqual(['Salvamos os limites de créditos.']));
  expect(sent()).toEqual([
    {
      version: 'v1',
      limits: expect.arrayContaining([
        { contextId: root.id, limit: 70 },
        { contextId: child.id, limit: 60 },
      ]),
    },
  ]);
});

const otherSaves = () => {
  limits = { ...limits, version: 'v2', data: [branch(root, 30, 12), branch(child, 25, 2)] };
};

it.each([
  ['O que você escreveu', 28],
  ['O que está salvo agora', 25],
])('asks about a limit that somebody else has changed, and merges the others: %s', async (choice, kept) => {
  const { user } = visit('/limits', routes);
  const input = await field('Loja de Curitiba');
  await user.clear(input);
  await user.type(input, '28');
  otherSaves();
  await user.click(save());
  const conflict = within(await screen.findByRole('dialog', { name: 'Alguém mudou isto enquanto você editava' }));
  conflict.getByText(/Rui salvou antes de você/);
  const disputed = conflict.getAllByRole('group').map(({ textContent }) => textContent);
  expect(disputed).toEqual([expect.stringMatching(/Limite de “Loja de Curitiba”.*28.*25/)]);
  await user.click(conflict.getByRole('radio', { name: new RegExp(choice) }));
  await user.click(conflict.getByRole('button', { name: 'Salvar assim' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const own = kept === 28 ? [{ contextId: child.id, limit: 28 }] : [];
  expect(sent()[1]).toEqual({ version: 'v2', limits: own });
  await waitFor(() => expect(limits.data.map(({ limit }) => limit)).toEqual([30, kept]));
  await waitFor(async () => expect(((await field('Loja')) as HTMLInputElement).value).toBe('30'));
  expect((input as HTMLInputElement).value).toBe(String(kept));
});
