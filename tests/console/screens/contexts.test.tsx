// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextForm } from '../../../src/console/pages/contexts/context-form.tsx';
import { isWithin, searchTree, treeOf, type Context } from '../../../src/console/pages/contexts/context-tree.ts';
import { ContextsPage } from '../../../src/console/pages/contexts/contexts-page.tsx';
import { expectRows, rowOf, toasts, useStandIn, visit } from './stage.tsx';

const engine = useStandIn();
const routes = [
  {
    path: '/contexts',
    element: <ContextsPage />,
    children: [
      { path: 'new', element: <ContextForm /> },
      { path: 'edit/:id', element: <ContextForm /> },
    ],
  },
];

/** An id that is always the same for a name. */
const idOf = (name: string) =>
  `018f0000-0000-7000-8000-${[...name]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffffffffff, 7)
    .toString(16)
    .padStart(12, '0')}`;

/** Contexts as the API tells them; `tree` names each one's parent. */
function contextsOf(tree: Record<string, string | null>, contents: Record<string, number> = {}): Context[] {
  const lineage = (name: string): string[] => [...(tree[name] ? lineage(tree[name]) : []), idOf(name)];
  return Object.entries(tree).map(([name, parent]) => ({
    id: idOf(name),
    name,
    parentId: parent && idOf(parent),
    inheritance: lineage(name).join('.'),
    contents: contents[name] ?? 0,
    updatedAt: '2026-11-01T00:00:00.000Z',
  }));
}
const give = (contexts: Context[]) => {
  engine.fill('contexts', contexts as unknown as Record<string, unknown>[]);
  engine.contexts = contexts.map(({ id, name, parentId, inheritance }) => ({ id, name, parentId, inheritance }));
};
const FAMILY = { Loja: null, Ábaco: null, Curitiba: 'Loja', Batel: 'Curitiba', Atacado: 'Loja' };
const remove = async (user: ReturnType<typeof visit>['user'], name: string) => {
  await user.click(await (await rowOf(name)).findByRole('button', { name: `Excluir ${name}` }));
  return within(await screen.findByRole('dialog'));
};

describe('the tree', () => {
  it('puts parents before children and siblings by name, as Portuguese orders them', () => {
    const tree = treeOf(contextsOf(FAMILY));
    expect(tree.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
      '0 Ábaco',
      '0 Loja',
      '1 Atacado',
      '1 Curitiba',
      '2 Batel',
    ]);
    expect(tree.map(({ lines }) => lines)).toEqual([[], [], [true], [false], [false, false]]);
  });

  it('holds every context once, whatever the forest, even where parents are out of sight', () => {
    const forest = fc
      .array(fc.nat(), { maxLength: 30 })
      .map((parents) =>
        contextsOf(
          Object.fromEntries(
            parents.map((of, at) => [`c${at}`, at === 0 || of % (at + 1) === at ? null : `c${of % at}`]),
          ),
        ),
      );
    fc.assert(
      fc.property(forest, fc.nat({ max: 5 }), (contexts, hidden) => {
        const seen = contexts.slice(hidden);
        const tree = treeOf(seen);
        expect(tree.map(({ id }) => id).toSorted()).toEqual(seen.map(({ id }) => id).toSorted());
        tree.forEach(({ parent }, at) => {
          if (parent) expect(tree.findIndex(({ id }) => id === parent.id)).toBeLessThan(at);
        });
      }),
    );
  });

  it('a search keeps the ancestors of what it finds, and knows accents', () => {
    const tree = treeOf(contextsOf(FAMILY));
    expect(searchTree(tree, 'batel').map(({ name }) => name)).toEqual(['Loja', 'Curitiba', 'Batel']);
    expect(searchTree(tree, 'abaco').map(({ name }) => name)).toEqual(['Ábaco']);
    expect(searchTree(tree, 'nada')).toEqual([]);
  });
});

describe('the screen', () => {
  it('shows the whole tree with each one’s parent, however many pages it takes', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 130 }, (_, i) => [`Filial ${String(i).padStart(3, '0')}`, 'Loja']),
    );
    give(contextsOf({ Loja: null, ...many }));
    visit('/contexts', routes);
    await waitFor(() => expect(document.querySelectorAll('tbody tr[data-id]')).toHaveLength(131));
    const last = document.querySelector('tr[data-id="' + idOf('Filial 129') + '"] [data-column="parentId"]');
    expect(last?.textContent).toContain('Loja');
  });

  it('creates inside another, and may not be moved into itself or its own', async () => {
    give(contextsOf(FAMILY));
    const { user, address } = visit('/contexts', routes);
    await user.click(await (await rowOf('Curitiba')).findByRole('link', { name: 'Criar subcontexto em Curitiba' }));
    await user.type(await screen.findByLabelText('Nome'), 'Água Verde');
    await user.click(screen.getByRole('button', { name: 'Criar contexto' }));
    await waitFor(() => expect(address()).toBe('/contexts'));
    expect(engine.calls('POST', '/contexts')[0]?.body).toEqual({ name: 'Água Verde', parentId: idOf('Curitiba') });
    // The header's selector hears of it at once.
    await waitFor(() => expect(engine.calls('GET', '/sessions/me/contexts').length).toBeGreaterThan(1));

    await user.click(await (await rowOf('Loja')).findByRole('link', { name: 'Editar Loja' }));
    await user.click(await screen.findByLabelText(/^Contexto pai/));
    const options = await screen
      .findAllByRole('option', { hidden: true })
      .then(() => document.querySelectorAll('.ant-select-item-option'));
    const free = [...options].filter((option) => !option.classList.contains('ant-select-item-option-disabled'));
    expect(free.map((option) => option.textContent)).toEqual(['Ábaco']);
  });

  it('nothing lies within itself by accident of names', () => {
    const [store, other] = contextsOf({ Loja: null, 'Loja 2': null }) as [Context, Context];
    expect(isWithin(store, store.id)).toBe(true);
    expect(isWithin(other, store.id)).toBe(false);
  });
});

describe('deleting a context', () => {
  it('asks whether its contents move to the parent, and does as told', async () => {
    give(contextsOf(FAMILY, { Atacado: 3 }));
    const { user } = visit('/contexts', routes);
    const dialog = await remove(user, 'Atacado');
    expect(dialog.getByText('Excluir o contexto “Atacado”?')).toBeTruthy();
    expect(dialog.getByText('Ele tem 3 conteúdos. O que fazer com eles?')).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Mover para “Loja”/ }).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /Excluir junto/ }));
    await user.click(dialog.getByRole('radio', { name: /Mover para/ }));
    await user.click(dialog.getByRole('button', { name: 'Excluir contexto' }));
    await expectRows(['Ábaco', 'Lojaem uso', 'Curitiba', 'Batel']);
    const [call] = engine.calls('DELETE', `/contexts/${idOf('Atacado')}`);
    expect(call?.query.get('contents')).toBe('move');
    expect(toasts()).toEqual(['Excluímos “Atacado”.']);
  });

  it('offers no move where there is no parent, and says what goes with it', async () => {
    give(contextsOf({ Ábaco: null, Loja: null }, { Loja: 1 }));
    const { user } = visit('/contexts', routes);
    const dialog = await remove(user, 'Loja');
    expect(dialog.queryAllByRole('radio')).toEqual([]);
    expect(dialog.getByText('Ele tem 1 conteúdo, que será excluído junto.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Excluir contexto' }));
    await waitFor(() =>
      expect(engine.calls('DELETE', `/contexts/${idOf('Loja')}`)[0]?.query.get('contents')).toBe('remove'),
    );
  });

  it('does not offer what the server would refuse: subcontexts first, and never the last one', async () => {
    give(contextsOf({ Loja: null, Curitiba: 'Loja' }));
    const first = visit('/contexts', routes);
    const held = await remove(first.user, 'Loja');
    expect(held.getByText(/exclua ou mova os subcontextos dele: Curitiba/)).toBeTruthy();
    expect(held.queryByRole('button', { name: 'Excluir contexto' })).toBeNull();
    first.unmount();
    engine.reset();
    give(contextsOf({ Loja: null }));
    const second = visit('/contexts', routes);
    const last = await remove(second.user, 'Loja');
    expect(last.getByText(/precisa de pelo menos um contexto/)).toBeTruthy();
    expect(last.queryByRole('button', { name: 'Excluir contexto' })).toBeNull();
  });
});
