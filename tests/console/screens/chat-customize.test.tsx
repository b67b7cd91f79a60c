// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { boxAt } from '../../../src/console/components/crop-box.ts';
import { addStep, startHistory } from '../../../src/console/features/chat/chat-customize/appearance-history.ts';
import {
  contrastOf,
  inkFor,
  READABLE,
  readableOn,
} from '../../../src/console/features/chat/chat-customize/contrast.ts';
import { PRESETS } from '../../../src/console/features/chat/chat-customize/first-part.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import {
  hexColor,
  initialAnswerProfile,
  initialAppearance,
  type OwnAppearance,
} from '../../../src/shared/appearance.ts';
import { CONTEXTS } from './engine-stand-in.ts';
import { screensAt, shadowTextOf, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('chat-customize', 'limits'));
const contextId = String(CONTEXTS[0]?.id);
const routes = screensAt('/chat/customize');
let savedAppearance: OwnAppearance;
let saved: Record<string, any>[];
/** Whether the next save conflicts with a newer version by somebody else. */
let refuses: boolean;
beforeEach(() => {
  savedAppearance = { ...initialAppearance('Lia', 'Loja'), answerProfile: initialAnswerProfile };
  saved = [];
  refuses = false;
  engine.on(({ method, path, body }) => {
    if (path === '/users/me') {
      return { body: { id: 'u', accountId: 'a', name: 'Ana', role: engine.role, flags: ['self', 'customizeWidget'] } };
    }
    if (path === `/widgets/${contextId}`) {
      const suggestions = [...savedAppearance.suggestions, 'Vocês trocam?', 'Qual é o prazo?', 'Aceitam Pix?'].slice(
        0,
        3,
      );
      const topics = 'Posso ajudar com entregas e trocas.';
      return { body: { appearance: { ...savedAppearance, suggestions }, topics, talk: true, message: null } };
    }
    if (!path.startsWith(`/contexts/${contextId}/appearance`)) return undefined;
    if (path.endsWith('-versions')) {
      const one = (id: string, userName: string, botName: string) => ({
        id,
        userName,
        createdAt: '2026-11-20T12:00:00.000Z',
        appearance: { ...savedAppearance, botName },
      });
      return { body: { data: [one('v2', 'Ana', savedAppearance.botName), one('v1', '', 'Antes')], total: 2 } };
    }
    if (path.endsWith('/v1/restore')) return { body: (savedAppearance = { ...savedAppearance, botName: 'Antes' }) };
    if (method === 'PUT' && refuses) {
      savedAppearance = { ...savedAppearance, botName: 'Bento' };
      const by = { userName: 'Rui', createdAt: '2026-11-20T12:00:00.000Z' };
      const current = { ...savedAppearance, version: '2', saved: by };
      refuses = false;
      return { status: 409, body: { status: 409, code: 'changed_meanwhile', message: 'Mudou.', current } };
    }
    if (method === 'PUT') {
      saved.push(body as Record<string, any>);
      savedAppearance = { ...savedAppearance, ...(body as object) };
    }
    return { body: savedAppearance };
  });
});
const open = async () => {
  const shown = visit('/chat/customize', routes);
  const name = await screen.findByLabelText('Nome do assistente');
  await waitFor(() => expect((name as HTMLInputElement).disabled).toBe(false));
  return { ...shown, name: name as HTMLInputElement };
};

it('moves the focus into the question that is added', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Fixar uma pergunta' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Pergunta fixa 1'));
});

it('reads no limits for staff, who may not see them', async () => {
  engine.role = 'WM_READER';
  visit('/chat/customize', routes);
  await screen.findByLabelText('Nome do assistente');
  expect(engine.calls('GET', '/sessions/me/limits')).toEqual([]);
});

describe('the editor', () => {
  it('previews the real widget while typing, and saves what was changed', async () => {
    const { user, container, name } = await open();
    await waitFor(() => expect(shadowTextOf(container)).toContain('Lia'));
    await user.clear(name);
    await user.type(name, 'Bia');
    await waitFor(() => expect(shadowTextOf(container)).toContain('Bia'));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toEqual({ botName: 'Bia' });
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Salvar' }) as HTMLButtonElement).disabled).toBe(true),
    );
  });

  it.each([
    ['O que você escreveu', 'Bia'],
    ['O que está salvo agora', 'Bento'],
  ])('asks which value stays that somebody else has saved meanwhile: %s', async (choice, shown) => {
    const { user, name } = await open();
    await user.clear(name);
    await user.type(name, 'Bia');
    refuses = true;
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/Rui salvou antes de você/);
    dialog.getByText('Nome do assistente');
    expect(saved).toHaveLength(0);
    await user.click(dialog.getByRole('radio', { name: new RegExp(choice) }));
    await user.click(dialog.getByRole('button', { name: 'Salvar assim' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toEqual({ version: '2', ...(shown === 'Bia' && { botName: 'Bia' }) });
    expect(name.value).toBe(shown);
    // Undo still has what was typed.
    if (shown === 'Bento') await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(name.value).toBe('Bia'));
  });

  it('previews the first view as visitors will see it: the pinned questions, completed from the base', async () => {
    const { user, container } = await open();
    await user.click(screen.getByText('Aberto'));
    await waitFor(() => expect(shadowTextOf(container)).toContain('Posso ajudar com entregas e trocas.'));
    expect(shadowTextOf(container)).toContain('Aceitam Pix?');
    expect(shadowTextOf(container)).toContain('Falar com uma pessoa');
    await user.click(screen.getByRole('button', { name: 'Fixar uma pergunta' }));
    await user.type(screen.getByRole('textbox', { name: 'Pergunta fixa 1' }), 'Tem estacionamento?');
    await waitFor(() => expect(shadowTextOf(container)).toContain('Tem estacionamento?'));
    expect(shadowTextOf(container)).toContain('Qual é o prazo?');
    expect(shadowTextOf(container)).not.toContain('Aceitam Pix?');
  });

  it('undoes and redoes, and applies a preset', async () => {
    const { user } = await open();
    const color = () => (screen.getByLabelText('Cor da marca') as HTMLInputElement).value;
    await user.click(screen.getByRole('radio', { name: 'Noite' }));
    expect(color()).toBe('#2CCB98');
    await user.keyboard('{Control>}z{/Control}');
    expect(color()).toBe('#0B7A5E');
    await user.click(screen.getByRole('button', { name: /^Refazer/ }));
    expect(color()).toBe('#2CCB98');
  });

  it('shows errors at their fields and saves nothing', async () => {
    const { user } = await open();
    await user.clear(screen.getByLabelText('Cor da marca'));
    await user.type(screen.getByLabelText('Cor da marca'), '#12345');
    await user.tab();
    await screen.findByText('Informe uma cor em hexadecimal, como #0B7A5E');
    await user.clear(screen.getByLabelText('Boas-vindas'));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Obrigatório');
    await waitFor(() => expect(toasts()).toEqual(['Corrija 2 campos antes de salvar.']));
    expect(saved).toEqual([]);
  });

  it.each([true, false])(
    'warns that the answer profile needs a language model only if there is none (%s)',
    async (hasModel) => {
      engine.on(({ path }) =>
        path === '/sessions/me/plan' ? { body: { name: 'Grátis', flags: [], hasModel } } : undefined,
      );
      const { user } = await open();
      await user.click(screen.getByRole('switch', { name: /Modo avançado/ }));
      await screen.findByText('Jeito de responder');
      const needsModel = /Vale quando um modelo de linguagem responde/;
      if (hasModel) expect(screen.queryByText(needsModel)).toBeNull();
      else await screen.findByText(needsModel);
    },
  );

  it('measures each color pair in advanced mode and fixes a poor one with one click', async () => {
    savedAppearance.colors = { ...savedAppearance.colors, ground: '#FFFFFF', text: '#BBBBBB' };
    const { user } = await open();
    expect(screen.queryByLabelText('Fundo')).toBeNull();
    await user.click(screen.getByRole('switch', { name: /Modo avançado/ }));
    const [suggestedColor] = await screen.findAllByRole('button', { name: /^Usar #/ });
    await user.click(suggestedColor as HTMLElement);
    const { value } = screen.getByLabelText('Texto') as HTMLInputElement;
    expect(contrastOf(value, '#FFFFFF')).toBeGreaterThanOrEqual(READABLE);
    expect(screen.getAllByText(/difícil de ler|boa leitura/).length).toBe(4);
  });

  it('restores a saved version', async () => {
    const { user, name } = await open();
    await user.click(screen.getByRole('button', { name: 'Versões' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Ana');
    await dialog.findByText('Aparência inicial');
    await user.click(dialog.getByRole('button', { name: 'Voltar a esta' }));
    await waitFor(() => expect(name.value).toBe('Antes'));
    expect(engine.calls('POST', /v1\/restore/)).toHaveLength(1);
  });

  it('asks before unsaved changes are lost', async () => {
    const { user, name, router, address } = await open();
    await user.type(name, '!');
    void router.navigate('/outra');
    await screen.findByText('Sair sem salvar?');
    await waitFor(() => expect(address()).toBe('/chat/customize'));
    await user.click(screen.getByRole('button', { name: 'Sair sem salvar' }));
    await waitFor(() => expect(address()).toBe('/outra'));
  });

  it('shows everything disabled to users who cannot edit', async () => {
    engine.role = 'WRITER';
    visit('/chat/customize', routes);
    await screen.findByText(/só quem administra a conta/);
    expect((screen.getByLabelText('Nome do assistente') as HTMLInputElement).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe('colors', () => {
  const digits = (count: number) =>
    fc.array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: count, maxLength: count });
  const hex = fc
    .constantFrom(3, 4, 6, 8)
    .chain(digits)
    .map((parts) => `#${parts.join('')}`);

  it('always have a readable neighbor, which is the color itself when it is readable', () => {
    fc.assert(
      fc.property(hex, hex, hex, (text, ground, under) => {
        const better = readableOn(text, ground, under);
        expect(hexColor.safeParse(better).success).toBe(true);
        expect(contrastOf(better, ground, under)).toBeGreaterThanOrEqual(READABLE);
        if ((contrastOf(text, ground, under) ?? 0) >= READABLE) expect(better).toBe(text);
      }),
    );
  });

  it('are measured as WCAG does', () => {
    expect(contrastOf('#000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrastOf('#767676', '#fff')).toBeCloseTo(4.54, 2);
    expect(contrastOf('#00000080', '#ffff')).toBeCloseTo(4, 1);
    expect(contrastOf('nada', '#fff')).toBeNull();
  });

  it('of the presets are readable, and so is the text color computed for any brand color', () => {
    for (const { colors } of PRESETS) {
      const pairs = [
        [colors.onPrimary, colors.primary],
        [colors.text, colors.ground],
        [colors.text, colors.botBubble],
        [colors.onUserBubble, colors.userBubble],
      ] as const;
      for (const [text, ground] of pairs) expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(READABLE);
    }
    const opaqueHex = fc
      .constantFrom(3, 6)
      .chain(digits)
      .map((parts) => `#${parts.join('')}`);
    fc.assert(
      fc.property(opaqueHex, (brand) => {
        expect(contrastOf(inkFor(brand), brand)).toBeGreaterThanOrEqual(READABLE);
      }),
    );
  });
});

it('keeps the crop square within the picture, wherever it is dragged', () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 6_000 }), height: fc.integer({ min: 1, max: 6_000 }) });
  const centre = fc.record({ x: fc.integer({ min: -9_000, max: 9_000 }), y: fc.integer({ min: -9_000, max: 9_000 }) });
  fc.assert(
    fc.property(size, fc.double({ min: 1, max: 6, noNaN: true }), centre, (picture, zoom, at) => {
      const { left, top, side } = boxAt(picture, zoom, at);
      expect(side).toBeGreaterThanOrEqual(1);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(picture.width);
      expect(top + side).toBeLessThanOrEqual(picture.height);
    }),
  );
});

it('merges quick changes of one field into one undo step, but not those of two fields', () => {
  const { person: _, ...appearance } = { ...initialAppearance('Lia', ''), answerProfile: initialAnswerProfile };
  const names = (steps: readonly { botName: string; companyName: string }[]) =>
    steps.map(({ botName, companyName }) => botName + companyName);
  let history = startHistory(appearance);
  for (const [botName, at] of [
    ['B', 1_000],
    ['Bi', 1_300],
    ['Bia', 1_600],
    ['Bia!', 3_000],
  ] as const)
    history = addStep(history, { ...appearance, botName }, at);
  history = addStep(history, { ...appearance, botName: 'Bia!', companyName: 'Loja' }, 3_100);
  expect(names(history.steps)).toEqual(['Lia', 'Bia', 'Bia!', 'Bia!Loja']);
  const undone = { ...history, now: 1, last: { of: '', at: 0 } };
  expect(names(addStep(undone, { ...appearance, botName: 'Ben' }, 3_200).steps)).toEqual(['Lia', 'Bia', 'Ben']);
});
