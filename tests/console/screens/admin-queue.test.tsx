// @vitest-environment happy-dom
import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import type { LoadCheck } from '../../../src/shared/embedded-load.ts';
import type { QueueJob } from '../../../src/shared/staff.ts';
import { problem } from './engine-stand-in.ts';
import { chooseOption, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('queue', 'gateway-events'));
const routes = screensAt('/admin/queue');
const ID = (at: number) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;
const job = (at: number, more: Partial<QueueJob>): QueueJob => ({
  id: ID(at),
  accountId: ID(90),
  account: 'Empório Serra Azul',
  kind: 'mail',
  state: 'waiting',
  attempts: 0,
  runAt: '2026-11-20T12:00:00.000Z',
  error: null,
  createdAt: '2026-11-20T11:00:00.000Z',
  ...more,
});

let jobs: QueueJob[];
let embedded: LoadCheck | null;
beforeEach(() => {
  embedded = null;
  engine.role = 'WM_ADMIN';
  jobs = [
    job(1, {}),
    job(2, { kind: 'train', state: 'parked', attempts: 4, error: 'Error: o arquivo sumiu\n    at linha' }),
    job(3, { kind: 'capture', state: 'parked', attempts: 4, error: 'Error: 503' }),
  ];
  engine.on(({ method, path, query, body }) => {
    if (path === '/admin/jobs/retry') {
      const { kind } = body as { kind: string | null };
      const woken = jobs.filter((one) => one.state === 'parked' && (kind === null || one.kind === kind));
      for (const one of woken) Object.assign(one, { state: 'waiting', error: null });
      return { body: { retried: woken.length } };
    }
    if (method === 'POST' && path.startsWith('/admin/jobs/')) {
      const found = jobs.find(({ id }) => path.includes(id));
      return { body: Object.assign(found as QueueJob, { state: 'waiting', error: null }) };
    }
    if (path !== '/admin/jobs') return undefined;
    const counts = { waiting: 0, running: 0, retrying: 0, parked: 0 };
    for (const { state } of jobs) counts[state] += 1;
    const fits = (one: QueueJob) =>
      (['state', 'kind'] as const).every((name) => !query.get(name) || query.get(name) === one[name]);
    const data = jobs.filter(fits);
    return { body: { counts, kinds: ['capture', 'mail', 'train'], embedded, data, total: data.length } };
  });
});
afterEach(() => focusManager.setFocused(undefined));

describe('the queue', () => {
  it('lists waiting and failed jobs in words, with the first line of the error', async () => {
    visit('/admin/queue', routes);
    const row = await rowOf('Treino de conteúdo');
    row.getByText('Falhou');
    row.getByText('Error: o arquivo sumiu');
    expect(await screen.findByRole('button', { name: 'Falhou 2' })).toBeTruthy();
    (await rowOf('Envio de e-mail')).getByText('Aguardando');
    expect((await rowOf('Envio de e-mail')).queryByRole('button', { name: /Tentar de novo/ })).toBeNull();
  });

  it('filters by state and kind through the address', async () => {
    const { user, address } = visit('/admin/queue', routes);
    await user.click(await screen.findByRole('button', { name: 'Falhou 2' }));
    await waitFor(() => expect(address()).toBe('/admin/queue?state=parked'));
    await chooseOption(user, 'Tarefa', 'Captura de site');
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    expect(new URLSearchParams(address().split('?')[1]).get('kind')).toBe('capture');
  });

  it('retries one job, and all filtered ones after a confirmation', async () => {
    const { user } = visit('/admin/queue', routes);
    const row = await rowOf('Treino de conteúdo');
    await user.click(await row.findByRole('button', { name: /Tentar de novo: Treino de conteúdo/ }));
    await waitFor(() => expect(toasts()).toEqual(['De volta na fila: Treino de conteúdo.']));
    expect(engine.calls('POST', /jobs/).map(({ path }) => path)).toEqual([`/admin/jobs/${ID(2)}/retry`]);
    await screen.findByRole('button', { name: 'Falhou 1' });
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo a que falhou' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/de todas as contas/);
    await user.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(toasts()).toContain('Uma tarefa voltou para a fila.'));
    expect(engine.calls('POST', '/admin/jobs/retry')[0]?.body).toEqual({ kind: null, accountId: null });
  });

  it('shows when it is time to move to PostgreSQL, and why', async () => {
    const limits = { bytes: 2 * 1024 ** 3, passages: 100_000, slowShare: 0.01 };
    const load = { bytes: 2.5 * 1024 ** 3, passages: 120_345, slowShare: 0.001 };
    embedded = { load, limits, exceeded: ['bytes', 'passages'] };
    visit('/admin/queue', routes);
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Está na hora de mudar para o PostgreSQL');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['O banco embutido ocupa 2,5 GB (limite: 2 GB).', 'As bases somam 120.345 trechos (limite: 100.000).']);
    within(alert).getByText(/move-to-postgres/);
  });

  it('shows no warning while the embedded database is below its limits', async () => {
    const limits = { bytes: 10, passages: 10, slowShare: 0.01 };
    embedded = { load: { bytes: 1, passages: 1, slowShare: 0 }, limits, exceeded: [] };
    visit('/admin/queue', routes);
    await rowOf('Treino de conteúdo');
    expect(screen.queryByText(/mudar para o PostgreSQL/)).toBeNull();
  });

  it('polls, but not in a hidden tab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    try {
      // Not those for the number of jobs that failed, one of which may be under way.
      const callCount = () =>
        engine.calls('GET', '/admin/jobs').filter(({ query }) => query.get('limit') !== '1').length;
      visit('/admin/queue', routes);
      await expect.poll(() => callCount() > 0 && screen.queryAllByRole('rowheader').length === 3).toBe(true);
      const before = callCount();
      await vi.advanceTimersByTimeAsync(6_000);
      await expect.poll(() => callCount() > before).toBe(true);
      focusManager.setFocused(false);
      const hidden = callCount();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(callCount()).toBe(hidden);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the empty state, and why loading failed', async () => {
    jobs = [];
    const first = visit('/admin/queue', routes);
    await screen.findByText('Nenhuma tarefa espera nem falhou. Quando houver, ela aparece aqui sozinha.');
    first.unmount();
    engine.on(({ path }) => (path === '/admin/jobs' ? problem(500, 'internal', 'Deu errado aqui.') : undefined));
    visit('/admin/queue', routes);
    await screen.findByText('Deu errado aqui.');
  });
});
