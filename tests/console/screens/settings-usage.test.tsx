// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { LONGEST_PAUSE, pauseEnd } from '../../../src/console/features/chat/pause/pause.tsx';
import { levelOf } from '../../../src/console/features/chat/settings-usage/settings-usage-page.tsx';
import { NoticeBanner } from '../../../src/console/layout/notice-banner.tsx';
import { flatten, unflatten } from '../../../src/shared/changes.ts';
import { type FoundContact, limitsChange, type LimitsRecord, type Notice } from '../../../src/shared/limits.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();

const LIMITS = '/sessions/me/limits';
const contextId = String(CONTEXTS[0]?.id);
const notice = (more: Partial<Notice>): Notice => ({
  id: '018f0000-0000-7000-8000-00000000f001',
  contextId,
  contextName: 'Loja',
  limit: 'daily',
  level: 60,
  period: '2026-11-21',
  dismissed: false,
  createdAt: new Date().toISOString(),
  ...more,
});

const mergeDeep = (before: LimitsRecord, change: object) =>
  unflatten({ ...flatten(before), ...flatten(change) }) as LimitsRecord;

let limits: LimitsRecord;
let found: FoundContact;
let notices: Notice[];
beforeEach(() => {
  notices = [];
  found = { whatsapp: null, email: null };
  limits = {
    contextId,
    version: 'v1',
    perMinute: 20,
    daily: 100,
    monthly: 2_000,
    credits: null,
    takesMessages: false,
    offersFoundContact: true,
    person: { email: '', whatsapp: '' },
    defaultMessage: '',
    messages: { minute: '', daily: 'Por hoje é só!', monthly: '', credits: '', deactivated: '' },
    notify: true,
    withoutCredits: 'faq',
    deactivatedUntil: null,
    use: {
      daily: { used: 37, limit: 100 },
      monthly: { used: 1_900, limit: 2_000 },
      credits: { used: 12.34, limit: null },
    },
  };
  engine.on(({ method, path, body }) => {
    if (path === LIMITS) {
      if (method === 'PUT') limits = mergeDeep(limits, limitsChange.parse(body));
      return { body: limits };
    }
    if (path === `/contexts/${contextId}/found-contact`) return { body: found };
    if (path === '/notices') return { body: { data: notices, total: notices.length } };
    if (!path.startsWith('/notices/')) return undefined;
    notices = notices.filter(({ id }) => !path.includes(id));
    return { status: 204 };
  });
});
const routes = [...screensAt('/settings/usage'), { path: '/contexts', element: <NoticeBanner /> }];
const part = (name: string) => within(screen.getByRole('group', { name }));
const sent = () => engine.calls('PUT', LIMITS).map(({ body }) => body as Record<string, unknown>);

describe('a meter', () => {
  it('changes its level at 60, 90 and 100 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), (used, limit) => {
        const share = used / limit;
        const expected = share >= 1 ? 'full' : share >= 0.9 ? 'danger' : share >= 0.6 ? 'attention' : 'calm';
        expect(levelOf({ used, limit })).toBe(expected);
      }),
    );
    expect(levelOf({ used: 9, limit: null })).toBe('boundless');
  });

  it('shows its figures and level in words', async () => {
    visit('/settings/usage', routes);
    const use = within(await screen.findByRole('region', { name: 'Uso' }));
    const [today, month] = use.getAllByRole('meter');
    expect(today?.getAttribute('aria-valuenow')).toBe('37');
    use.getByText('de 100', { exact: false });
    use.getByText(/^37% usado$/);
    expect(month?.getAttribute('aria-valuetext')).toMatch(/^Perto do fim: 95% usado$/);
    use.getByText('12');
    use.getByText('Sem limite próprio: vale o do plano');
    expect(engine.calls('GET', LIMITS)[0]?.query.get('contextId')).toBe(contextId);
  });
});

describe('a pause', () => {
  const noon = Date.parse('2026-11-20T15:00:00Z');

  it('ends after the given hours or days, rounded up to a minute, and has no end without a valid amount', () => {
    expect(pauseEnd(47, 'hours', noon)).toBe('2026-11-22T14:00:00.000Z');
    expect(pauseEnd(2, 'days', noon + 1)).toBe('2026-11-22T15:01:00.000Z');
    for (const unit of ['hours', 'days'] as const) {
      expect(pauseEnd(LONGEST_PAUSE[unit] + 1, unit, noon)).toBeNull();
      for (const none of [null, 0, -1, 1.5]) expect(pauseEnd(none, unit, noon)).toBeNull();
    }
  });

  it('shows its end before it starts, keeps unsaved input, and can be ended', async () => {
    const { user } = visit('/settings/usage', routes);
    const daily = await screen.findByLabelText('Interações por dia');
    await user.clear(daily);
    await user.type(daily, '7');
    const amount = screen.getByLabelText('Duração da pausa');
    await user.clear(amount);
    screen.getByText('Informe por quanto tempo.');
    await user.type(amount, '3');
    screen.getByText(/^até \d+ de .+ às \d\d:\d\d$/);
    await user.click(screen.getByRole('button', { name: 'Pausar' }));
    const banner = within(await screen.findByRole('region', { name: 'Atendimento em pausa' }));
    expect(Object.keys(sent()[0]!)).toEqual(['contextId', 'deactivatedUntil']);
    const until = Date.parse(String(sent()[0]?.deactivatedUntil));
    expect(Math.abs(until - Date.now() - 3 * 3_600_000)).toBeLessThan(120_000);
    banner.getByText(/O atendimento automático está em pausa/);
    await user.click(banner.getByRole('button', { name: 'Retomar agora' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Atendimento em pausa' })).toBeNull());
    expect(sent()[1]).toEqual({ contextId, deactivatedUntil: null });
    // The unsaved input is still there.
    expect(daily).toHaveProperty('value', '7');
  });
});

describe('the limits', () => {
  it('are saved by subject without ending the pause; an empty field means no limit', async () => {
    engine.flags = ['self', 'limitPerContext'];
    limits.deactivatedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const { user } = visit('/settings/usage', routes);
    const save = async (name: string) => {
      await user.click(part(name).getByRole('button', { name: 'Salvar' }));
      await waitFor(() => expect(toasts()).toContain(`Salvamos “${name}”.`));
    };
    await user.clear(await screen.findByLabelText('Interações por dia'));
    await user.type(screen.getByLabelText('Créditos por período do plano'), '12,5');
    await user.type(screen.getByLabelText('Quando o assistente não sabe'), ' Isso eu não sei. ');
    await user.click(screen.getByLabelText('Avisar em 60%, em 90% e no fim de cada limite'));
    await user.click(screen.getByLabelText('Receber recados'));
    await save('Limites de uso');
    await save('O que o visitante lê');
    await save('Falar com uma pessoa');
    await save('Avisos por e-mail');
    expect(sent()).toEqual([
      { contextId, version: 'v1', daily: null, credits: 12.5 },
      { contextId, version: 'v1', defaultMessage: 'Isso eu não sei.' },
      { contextId, version: 'v1', takesMessages: true },
      { contextId, version: 'v1', notify: false },
    ]);
  });

  it('follow what others save, also after a save of this user', async () => {
    engine.flags = ['self', 'limitPerContext'];
    const { user, client } = visit('/settings/usage', routes);
    const credits = await screen.findByLabelText('Créditos por período do plano');
    await user.type(credits, '12');
    await user.click(part('Limites de uso').getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(toasts()).toContain('Salvamos “Limites de uso”.'));
    limits = { ...limits, version: 'v2', credits: 30 };
    await client.invalidateQueries({ queryKey: ['limits'] });
    await waitFor(() => expect(credits).toHaveProperty('value', '30'));
    await user.clear(screen.getByLabelText('Interações por dia'));
    limits = { ...limits, version: 'v3', credits: 40 };
    await client.invalidateQueries({ queryKey: ['limits'] });
    await user.click(part('Limites de uso').getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ contextId, version: 'v2', daily: null });
  });

  it('show the contact that the contents state, to confirm, correct or turn off', async () => {
    const source = { contentId: '018f0000-0000-7000-8000-00000000c001', title: 'Contato' };
    found = {
      whatsapp: { ...source, value: '5535999990000', quote: 'WhatsApp: (35) 99999-0000' },
      email: { ...source, value: 'oi@loja.com.br', quote: 'Escreva para oi@loja.com.br' },
    };
    const { user } = visit('/settings/usage', routes);
    const said = await screen.findByText('+55 35 99999-0000', { exact: false });
    const note = within(said.closest<HTMLElement>('[role=note]')!);
    note.getByText('“Escreva para oi@loja.com.br”', { exact: false });
    expect(note.getAllByRole('link')[0]?.getAttribute('href')).toContain(source.contentId);
    await user.click(note.getByRole('button', { name: 'Corrigir' }));
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'oi@loja.com.br');
    await user.click(note.getByRole('button', { name: 'Não oferecer' }));
    await user.click(await note.findByRole('button', { name: 'Oferecer' }));
    await note.findByRole('button', { name: 'Não oferecer' });
    await user.click(note.getByRole('button', { name: 'Confirmar' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull());
    expect(sent()).toEqual([
      { contextId, offersFoundContact: false },
      { contextId, offersFoundContact: true },
      { contextId, person: { whatsapp: '5535999990000', email: 'oi@loja.com.br' } },
    ]);
  });

  it('show the default message where none is written', async () => {
    visit('/settings/usage', routes);
    const input = await screen.findByLabelText('Quando o limite do mês acaba');
    expect(input.getAttribute('placeholder')).toBe(
      'Atingi o limite de conversas deste mês. Volte no próximo, por favor.',
    );
  });

  it('are validated before sending, and show API errors at their fields', async () => {
    const { user } = visit('/settings/usage', routes);
    const perMinute = await screen.findByLabelText('Por minuto, de cada visitante');
    await user.clear(perMinute);
    await user.click(part('Limites de uso').getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Obrigatório');
    await user.type(perMinute, '601');
    await user.click(part('Limites de uso').getByRole('button', { name: 'Salvar' }));
    await screen.findByText('O maior valor é 600');
    const number = screen.getByLabelText('WhatsApp');
    await user.type(number, '99999-1234');
    await user.click(part('Falar com uma pessoa').getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Informe o número com DDD');
    await user.clear(number);
    expect(sent()).toEqual([]);
    engine.on(({ method }) =>
      method === 'PUT'
        ? problem(422, 'invalid_input', 'Confira os campos destacados.', {
            errors: [{ field: 'messages.daily', code: 'x', message: 'Frase demais' }],
          })
        : undefined,
    );
    await user.type(screen.getByLabelText('Quando o assistente não sabe'), 'Isso eu não sei.');
    await user.click(part('O que o visitante lê').getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Frase demais');
  });

  it('are read-only for readers', async () => {
    engine.role = 'READER';
    limits.deactivatedUntil = new Date(Date.now() + 3_600_000).toISOString();
    notices = [notice({})];
    visit('/settings/usage', routes);
    await screen.findByText('Só quem administra a conta muda os limites.');
    screen.getByText('2.000');
    screen.getByText('Por hoje é só!');
    await screen.findByText(/“Loja” passou de 60% do limite de hoje\./);
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    // All users see the button of the screen's guide.
    const buttons = screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(buttons).toEqual(['Guia desta tela']);
  });
});

describe('a usage notice', () => {
  it('is shown on every screen by severity until it is dismissed', async () => {
    notices = [notice({}), notice({ id: '018f0000-0000-7000-8000-00000000f002', limit: 'monthly', level: 90 })];
    const { user } = visit('/contexts', routes);
    const banner = within(await screen.findByRole('complementary', { name: 'Aviso' }));
    banner.getByText(/“Loja” passou de 90% do limite deste mês\./);
    banner.getByText('Crítico');
    expect(banner.getByRole('link').textContent).toBe('Ver este e mais 1 aviso');
    await user.click(await banner.findByRole('button', { name: 'Dispensar aviso' }));
    await screen.findByText(/“Loja” passou de 60% do limite de hoje\./);
    expect(engine.calls('POST', /dismiss$/).map(({ path }) => path)).toEqual([
      '/notices/018f0000-0000-7000-8000-00000000f002/dismiss',
    ]);
  });

  it('tells that the chat stopped instead of a percentage, and is none of a pause', async () => {
    notices = [
      notice({ limit: 'deactivated', level: 100, period: '2036-01-02T15:00:00Z', visitors: 3 }),
      notice({ level: 100, visitors: 12 }),
    ];
    visit('/contexts', routes);
    const banner = within(await screen.findByRole('complementary', { name: 'Aviso' }));
    banner.getByText(/O chat de “Loja” parou às \d\d:\d\d, 12 visitantes ficaram sem resposta\./);
    banner.getByText('Limite atingido');
    expect(banner.getByRole('link').textContent).toBe('Ver avisos');
  });

  it('reports contradicting contents and questions that lost their answer', async () => {
    const id = '018f0000-0000-7000-8000-00000000f002';
    const conversationId = '018f0000-0000-7000-8000-00000000c001';
    notices = [
      notice({ limit: 'facts', fact: { kind: 'phone', believed: 'Contato', other: 'Quem somos' } }),
      notice({ id, limit: 'answers', questions: [{ conversationId, question: 'Aceitam vale-refeição?' }] }),
    ];
    visit('/settings/usage', routes);
    await screen.findByText(/“Contato” e “Quem somos” não dizem o mesmo sobre o telefone\./);
    screen.getByText(/“Loja”: 1 pergunta que tinha resposta ficou sem ela/);
    const link = screen.getByRole('link', { name: '“Aceitam vale-refeição?”' });
    expect(link.getAttribute('href')).toContain(`/conversations/${conversationId}`);
  });

  it('links to the usage of its context', async () => {
    notices = [notice({ contextId: String(CONTEXTS[1]?.id), contextName: 'Loja de Curitiba' })];
    const { user, address } = visit('/contexts', routes);
    await user.click(await screen.findByRole('link', { name: 'Ver avisos' }));
    await waitFor(() => expect(address()).toBe('/settings/usage'));
    await screen.findByText(/“Loja de Curitiba” é usado/);
    await waitFor(() => expect(engine.calls('GET', LIMITS).at(-1)?.query.get('contextId')).toBe(CONTEXTS[1]?.id));
  });

  it('is not requested for users who cannot see it', async () => {
    engine.role = 'WM_READER';
    const { client } = visit('/contexts', routes);
    await waitFor(() => expect([client.getQueryCache().getAll().length > 0, client.isFetching()]).toEqual([true, 0]));
    expect(engine.calls('GET', '/users/me').length).toBeGreaterThan(0);
    expect(engine.calls('GET', '/notices')).toEqual([]);
  });
});
