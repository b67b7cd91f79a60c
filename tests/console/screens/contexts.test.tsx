// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MoveContext } from '../../../src/console/features/knowledge/contexts/context-dialogs.tsx';
import {
  bestFirst,
  type Context,
  foldedAtFirst,
  foldedWithout,
  isWithin,
  searchTree,
  SHOWN_AT_FIRST,
  treeOf,
  unfolded,
} from '../../../src/console/features/knowledge/contexts/context-tree.ts';
import {
  keepPositions,
  layOut,
  NODE,
  readPositions,
} from '../../../src/console/features/knowledge/contexts/node-positions.ts';
import { clearSession } from '../../../src/console/state/store.ts';
import { optionOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/contexts');

/** Returns the same id for the same name. */
const idOf = (name: string) =>
  `018f0000-0000-7000-8000-${[...name]
    .reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 0xffffffffffff, 7)
    .toString(16)
    .padStart(12, '0')}`;

/** Contexts as the API returns them; `tree` maps each name to its parent. */
function contextsOf(tree: Record<string, string | null>, contents: Record<string, number> = {}): Context[] {
  const lineage = (name: string): string[] => [...(tree[name] ? lineage(tree[name]) : []), idOf(name)];
  return Object.entries(tree).map(([name, parent]) => ({
    id: idOf(name),
    name,
    parentId: parent && idOf(parent),
    inheritance: lineage(name).join('.'),
    botName: null,
    companyName: null,
    hidesPersonalData: true,
    contents: contents[name] ?? 0,
    status: 'ready',
    updatedAt: '2026-11-01T00:00:00.000Z',
  }));
}
const give = (contexts: Context[]) => {
  engine.fill('contexts', contexts as unknown as Record<string, unknown>[]);
  engine.contexts = contexts.map(({ id, name, parentId, inheritance }) => ({ id, name, parentId, inheritance }));
};
const FAMILY = { Loja: null, Ábaco: null, Curitiba: 'Loja', Batel: 'Curitiba', Atacado: 'Loja' };
const TREE = '/contexts?view=tree';
const itemOf = async (name: string) =>
  within(await screen.findByRole('treeitem', { name: (text) => text.split(',')[0] === name }));
const shown = () => screen.queryAllByRole('treeitem').map((item) => item.getAttribute('aria-label')?.split(',')[0]);
const remove = async (user: ReturnType<typeof visit>['user'], name: string) => {
  await user.click(await (await itemOf(name)).findByRole('button', { name: `Excluir ${name}` }));
  return within(await screen.findByRole('dialog'));
};

describe('the tree', () => {
  it('lists parents before children, and siblings in Portuguese order', () => {
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

  it('contains every context once, also when parents are not visible', () => {
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

  it('keeps the ancestors of search results, and ignores accents', () => {
    const tree = treeOf(contextsOf(FAMILY));
    expect(searchTree(tree, 'batel').map(({ name }) => name)).toEqual(['Loja', 'Curitiba', 'Batel']);
    expect(searchTree(tree, 'abaco').map(({ name }) => name)).toEqual(['Ábaco']);
    expect(searchTree(tree, 'nada')).toEqual([]);
  });

  it('ranks an exact name before names that contain it', () => {
    const tree = treeOf(contextsOf({ 'Nível 11': null, 'Nível 1': null, Outro: null, Nivel: 'Outro' }));
    const best = (search: string) => bestFirst(searchTree(tree, search), search).map(({ name }) => name);
    expect(best('nivel 1')).toEqual(['Nível 1', 'Nível 11']);
    expect(best('nivel')[0]).toBe('Nivel');
  });
});

describe('a large tree', () => {
  /** `roots` stores with `towns` towns each, which have `streets` streets each. */
  const shops = (roots: number, towns: number, streets: number) => {
    const names: Record<string, string | null> = {};
    for (let shop = 0; shop < roots; shop++) {
      names[`L${shop}`] = null;
      for (let town = 0; town < towns; town++) {
        names[`L${shop}C${town}`] = `L${shop}`;
        for (let street = 0; street < streets; street++) names[`L${shop}C${town}R${street}`] = `L${shop}C${town}`;
      }
    }
    return treeOf(contextsOf(names));
  };

  it('initially opens as many whole levels as are easy to overview, and the path to the current context', () => {
    const size = fc.nat({ max: 7 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), size, size, fc.nat(), (roots, towns, streets, nth) => {
        const tree = shops(roots, towns, streets);
        const current = tree[nth % tree.length]!;
        const shown = unfolded(tree, foldedAtFirst(tree, current));
        expect(shown).toContain(current);
        const maxShown =
          tree.length <= SHOWN_AT_FIRST ? tree.length : Math.max(SHOWN_AT_FIRST, roots + towns + streets);
        expect(shown.length).toBeLessThanOrEqual(maxShown);
        if (tree.length <= SHOWN_AT_FIRST) expect(shown).toEqual(tree);
        expect(shown.filter(({ depth }) => depth === 0)).toHaveLength(roots);
      }),
    );
  });

  it('opens only the path to search results', () => {
    const tree = shops(8, 4, 4);
    const found = searchTree(tree, 'L3C2R1');
    const names = unfolded(tree, foldedWithout(tree, found)).map(({ name }) => name);
    const sisters = [0, 1, 2, 3];
    expect(names.filter((name) => name.length > 2)).toEqual(
      sisters.flatMap((town) => [`L3C${town}`, ...(town === 2 ? sisters.map((street) => `L3C2R${street}`) : [])]),
    );
  });

  it('collapses and expands, and a search expands its results', async () => {
    const names = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`Rua ${at}`, at < 40 ? 'Batel' : 'Lapa']));
    give(contextsOf({ Abc: null, Batel: null, Lapa: null, ...names }));
    const { user } = visit(TREE, routes);
    await waitFor(() => expect(shown()).toEqual(['Abc', 'Batel', 'Lapa']));
    await user.click(await (await itemOf('Lapa')).findByRole('button', { name: 'Expandir Lapa' }));
    expect(shown()).toHaveLength(43);
    await user.type(screen.getByRole('searchbox'), 'Rua 17');
    await waitFor(() => expect(shown()).toEqual(['Batel', 'Rua 17']));
    await user.clear(screen.getByRole('searchbox'));
    // Branches expanded before the search stay expanded.
    await waitFor(() => expect(shown()).toHaveLength(43));
  });
});

describe('the contexts screen', () => {
  it('shows the whole tree from several API pages', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 130 }, (_, i) => [`Filial ${String(i).padStart(3, '0')}`, 'Loja']),
    );
    give(contextsOf({ Loja: null, ...many }));
    visit(TREE, routes);
    await waitFor(() => expect(shown()).toHaveLength(131));
    expect(shown()[0]).toBe('Loja');
    const last = await screen.findByRole('treeitem', { name: /^Filial 129/ });
    expect(last.getAttribute('aria-level')).toBe('2');
  });

  it('creates a subcontext, and disables a context and its descendants as its own parent', async () => {
    give(contextsOf(FAMILY));
    const { user, address } = visit(TREE, routes);
    await user.click(await (await itemOf('Curitiba')).findByRole('link', { name: 'Criar subcontexto em Curitiba' }));
    await user.type(await screen.findByLabelText('Nome'), 'Água Verde');
    await user.click(screen.getByRole('button', { name: 'Criar contexto' }));
    await waitFor(() => expect(address()).toBe(TREE));
    expect(engine.calls('POST', '/contexts')[0]?.body).toMatchObject({
      name: 'Água Verde',
      parentId: idOf('Curitiba'),
    });
    // The context selector in the header reloads too.
    await waitFor(() => expect(engine.calls('GET', '/sessions/me/contexts').length).toBeGreaterThan(1));

    await user.click(await (await itemOf('Loja')).findByRole('link', { name: 'Editar Loja' }));
    await user.click(await screen.findByLabelText(/^Contexto pai/));
    const options = await screen
      .findAllByRole('option', { hidden: true })
      .then(() => document.querySelectorAll('.ant-select-item-option'));
    const free = [...options].filter((option) => !option.classList.contains('ant-select-item-option-disabled'));
    expect(free.map((option) => option.textContent)).toEqual(['Ábaco']);
  });

  it('confirms a change of parent in the form, but not a new name', async () => {
    give(contextsOf(FAMILY));
    const { user, address } = visit(TREE, routes);
    const edit = async () => {
      await user.click(await (await itemOf('Atacado')).findByRole('link', { name: 'Editar Atacado' }));
      return screen.findByLabelText(/^Contexto pai/);
    };
    await user.click(await edit());
    await user.click(await optionOf('Ábaco'));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    expect(await screen.findByText('Colocar “Atacado” dentro de “Ábaco”?')).toBeTruthy();
    expect(engine.calls('PUT', /contexts/)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Mover contexto' }));
    await waitFor(() => expect(address()).toBe(TREE));
    expect(engine.calls('PUT', `/contexts/${idOf('Atacado')}`)[0]?.body).toMatchObject({
      name: 'Atacado',
      parentId: idOf('Ábaco'),
    });
  });

  it('does not take similar names for descendants', () => {
    const [store, other] = contextsOf({ Loja: null, 'Loja 2': null }) as [Context, Context];
    expect(isWithin(store, store.id)).toBe(true);
    expect(isWithin(other, store.id)).toBe(false);
  });
});

describe('accessibility of the tree', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0];

  it('navigates with the arrow keys, edits on Enter and announces its state', async () => {
    give(contextsOf(FAMILY, { Loja: 2 }));
    const { user, address } = visit(TREE, routes);
    const shop = await screen.findByRole('treeitem', { name: /^Loja/ });
    await waitFor(() => expect(shop.getAttribute('aria-label')).toBe('Loja, atual, Já responde, 2 conteúdos'));
    await user.tab();
    while (focused() !== 'Ábaco') await user.tab();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}{ArrowRight}');
    expect(focused()).toBe('Batel');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect([focused(), shown()]).toEqual(['Curitiba', ['Ábaco', 'Loja', 'Atacado', 'Curitiba']]);
    await user.keyboard('{Home}{End}{Enter}');
    await waitFor(() => expect(address()).toBe(`/contexts/edit/${idOf('Curitiba')}?view=tree`));
  });

  it('moves a context with the keyboard after a confirmation', async () => {
    give(contextsOf(FAMILY));
    const { user } = visit(TREE, routes);
    const town = await screen.findByRole('treeitem', { name: /^Curitiba/ });
    // The permission to edit loads a moment later.
    await (await itemOf('Curitiba')).findByRole('link', { name: 'Editar Curitiba' });
    town.focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Colocar “Curitiba” dentro de “Atacado”?')).toBeTruthy();
    expect(dialog.getByText('O subcontexto dele vai junto.')).toBeTruthy();
    expect(engine.calls('PUT', /contexts/)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Mover contexto' }));
    await waitFor(() => expect(toasts()).toEqual(['Movemos “Curitiba”.']));
    expect(engine.calls('PUT', `/contexts/${idOf('Curitiba')}`)[0]?.body).toEqual({ parentId: idOf('Atacado') });
  });

  it('offers no actions to readers', async () => {
    engine.role = 'READER';
    give(contextsOf(FAMILY));
    visit(TREE, routes);
    await screen.findByRole('treeitem', { name: /^Batel/ });
    expect(screen.queryByRole('link', { name: /Editar/ })).toBeNull();
    expect(screen.queryByText(/No teclado/)).toBeNull();
  });
});

describe('moving a context', () => {
  const branches = () => treeOf(contextsOf(FAMILY));
  const show = (name: string, into: string) => {
    const of = (wanted: string) => branches().find((branch) => branch.name === wanted)!;
    const move = { context: of(name), into: of(into) };
    visit('/x', [{ path: '/x', element: <MoveContext move={move} onClose={() => undefined} /> }]);
  };

  it('refuses a move into a descendant and shows the reason', async () => {
    show('Loja', 'Batel');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/“Batel” já está dentro de “Loja”/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Mover contexto' })).toBeNull();
  });
});

describe('the diagram', () => {
  it('lays out every tree without overlapping boxes', () => {
    const forest = fc.array(fc.nat(), { maxLength: 40 }).map((parents) => {
      const names: Record<string, string | null> = {};
      parents.forEach((of, at) => (names[`c${at}`] = at === 0 || of % 4 === 0 ? null : `c${of % at}`));
      return treeOf(contextsOf(names));
    });
    fc.assert(
      fc.property(forest, (tree) => {
        const boxes = [...layOut(tree).values()];
        expect(boxes).toHaveLength(tree.length);
        boxes.forEach((one, at) => {
          for (const other of boxes.slice(at + 1)) {
            const isSeparate = Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height;
            expect(isSeparate).toBe(true);
          }
        });
      }),
    );
  });

  it('stores the positions of boxes until the session ends, and ignores invalid ones', () => {
    keepPositions(new Map([['a', { x: 1, y: 2 }]]));
    expect([...readPositions()]).toEqual([['a', { x: 1, y: 2 }]]);
    localStorage.setItem('contextNodePositions', '{"a":{"x":"1"},"b":{"x":3,"y":4}}');
    expect([...readPositions()]).toEqual([['b', { x: 3, y: 4 }]]);
    clearSession('logout');
    expect([...readPositions()]).toEqual([]);
    localStorage.setItem('contextNodePositions', '[[');
    expect([...readPositions()]).toEqual([]);
  });
});

describe('deleting a context', () => {
  it('moves its contents to the parent when chosen', async () => {
    give(contextsOf(FAMILY, { Atacado: 3 }));
    const { user } = visit(TREE, routes);
    const dialog = await remove(user, 'Atacado');
    expect(dialog.getByText('Excluir o contexto “Atacado”?')).toBeTruthy();
    expect(dialog.getByText('Ele tem 3 conteúdos. O que fazer com eles?')).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Mover para “Loja”/ }).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /Excluir junto/ }));
    await user.click(dialog.getByRole('radio', { name: /Mover para/ }));
    await user.click(dialog.getByRole('button', { name: 'Excluir contexto' }));
    await waitFor(() => expect(shown()).toEqual(['Ábaco', 'Loja', 'Curitiba', 'Batel']));
    const [call] = engine.calls('DELETE', `/contexts/${idOf('Atacado')}`);
    expect(call?.query.get('contents')).toBe('move');
    await waitFor(() => expect(toasts()).toEqual(['Excluímos “Atacado”.']));
  });

  it('offers no move for a root context and shows what is deleted with it', async () => {
    give(contextsOf({ Ábaco: null, Loja: null }, { Loja: 1 }));
    const { user } = visit(TREE, routes);
    const dialog = await remove(user, 'Loja');
    expect(dialog.queryAllByRole('radio')).toEqual([]);
    expect(dialog.getByText('Ele tem 1 conteúdo, que será excluído junto.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Excluir contexto' }));
    await waitFor(() =>
      expect(engine.calls('DELETE', `/contexts/${idOf('Loja')}`)[0]?.query.get('contents')).toBe('remove'),
    );
  });

  it('requires subcontexts to be deleted first, and keeps the last context', async () => {
    give(contextsOf({ Loja: null, Curitiba: 'Loja' }));
    const first = visit(TREE, routes);
    const dialog = await remove(first.user, 'Loja');
    expect(dialog.getByText(/exclua ou mova os subcontextos dele: Curitiba/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Excluir contexto' })).toBeNull();
    first.unmount();
    engine.reset();
    give(contextsOf({ Loja: null }));
    const second = visit(TREE, routes);
    const last = await remove(second.user, 'Loja');
    expect(last.getByText(/precisa de pelo menos um contexto/)).toBeTruthy();
    expect(last.queryByRole('button', { name: 'Excluir contexto' })).toBeNull();
  });
});
