// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { visitorMessages } from '../../../resources/visitor-messages.ts';
import { webhookDeliveries } from '../../../resources/webhook-deliveries.ts';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { expectRows, screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const CARD = '/visitor-messages/cards/byStatus';
const message = (question: string, status: string) => ({
  question,
  name: 'Bia',
  status,
  createdAt: '2026-11-28T12:00:00Z',
});

beforeEach(async () => {
  await loadMessages('visitor-messages', 'webhook-deliveries');
  engine.on((call) => {
    if (call.path !== CARD) return undefined;
    const rows = engine.table('visitor-messages');
    const data = ['open', 'answered'].map((value) => ({
      value,
      figure: rows.filter(({ status }) => status === value).length,
    }));
    return { body: { data } };
  });
});

const figures = async () =>
  within(await screen.findByRole('group', { name: 'Recados por situação' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

it('shows a figure per value, which filters the list without changing the figures', async () => {
  engine.fill('visitor-messages', [message('Abrem hoje?', 'open'), message('Tem pix?', 'answered')]);
  const { user, address } = visit(visitorMessages.path, screensAt(visitorMessages.path));
  await waitFor(async () => expect(await figures()).toEqual(['Em aberto1', 'Respondido1']));
  const tile = screen.getByRole('button', { name: /^Respondido/ });
  await user.click(tile);
  await expectRows(['Tem pix?']);
  expect(address()).toContain('status=answered');
  expect(tile.getAttribute('aria-pressed')).toBe('true');
  expect(engine.calls('GET', CARD).every(({ query }) => !query.has('status') && query.has('contextId'))).toBe(true);
  await user.click(tile);
  await expectRows(['Tem pix?', 'Abrem hoje?']);
});

it('counts again what changes meanwhile', async () => {
  engine.fill('visitor-messages', [message('Abrem hoje?', 'open')]);
  visit(visitorMessages.path, screensAt(visitorMessages.path));
  await waitFor(async () => expect(await figures()).toEqual(['Em aberto1', 'Respondido0']));
  await waitFor(() => expect(engine.listeners).toBe(1));
  const [added] = engine.fill('visitor-messages', [message('Tem pix?', 'open')]);
  engine.tell('visitor-messages', 'created', [added!.id]);
  await waitFor(async () => expect(await figures()).toEqual(['Em aberto2', 'Respondido0']));
});

it('shows the total of the last days, and each of them to screen readers', async () => {
  engine.fill('webhook-deliveries', [{ event: 'gap.opened', state: 'parked', createdAt: '2026-11-28T12:00:00Z' }]);
  const data = [
    { value: '2026-11-27', figure: 2 },
    { value: '2026-11-28', figure: 1 },
  ];
  engine.on(({ path }) => (path === '/webhook-deliveries/cards/perDay' ? { body: { data } } : undefined));
  visit(webhookDeliveries.path, screensAt(webhookDeliveries.path));
  const chart = within(await screen.findByRole('figure', { name: 'Últimos 30 dias' }));
  await waitFor(() =>
    expect(
      chart
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual(['27/11/20262', '28/11/20261']),
  );
  screen.getByText('3');
});

it('shows the list although its figures cannot be read', async () => {
  engine.fill('webhook-deliveries', [{ event: 'gap.opened', state: 'parked', createdAt: '2026-11-28T12:00:00Z' }]);
  visit(webhookDeliveries.path, screensAt(webhookDeliveries.path));
  await expectRows(['Lacuna aberta']);
  await waitFor(() => expect(screen.getByRole('button', { name: /^Não entregue/ }).textContent).toBe('Não entregue–'));
});
