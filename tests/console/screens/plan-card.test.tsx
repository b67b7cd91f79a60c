// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlanPanel } from '../../../src/console/layout/plan-panel.tsx';
import type { SessionPlan } from '../../../src/shared/session.ts';
import { useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();

const PLAN: SessionPlan = {
  name: 'Essencial',
  status: 'ACTIVE',
  price: 9_900,
  period: 'MONTHLY',
  flags: [],
  credits: 1_000,
  creditsUsed: 100,
  creditsLasting: 0,
  renewsIn: '2026-12-21T02:00:00.000Z',
  failedPayment: false,
  hasHigherPlan: true,
  hasModel: false,
};
const FAILED = 'Falha na cobrança da mensalidade';
const ENDING = 'Seus créditos estão acabando';

/** A title, the changes to the plan, and what the card shows: text, link label, warnings and CSS class. */
type Case = [string, Partial<SessionPlan>, { reads: string; link: string; warns?: string[]; tone?: string }];
it.each<Case>([
  ['calm use', {}, { reads: '100 de 1.000 créditos', link: 'Ver plano' }],
  ['part of a credit, rounded down', { creditsUsed: 99.999 }, { reads: '99 de 1.000 créditos', link: 'Ver plano' }],
  ['use unknown', { creditsUsed: null }, { reads: '- de 1.000 créditos', link: 'Ver plano' }],
  ['limit unknown', { credits: null }, { reads: '100 de - créditos', link: 'Ver plano' }],
  ['neither known', { credits: null, creditsUsed: null }, { reads: '- de - créditos', link: 'Ver plano' }],
  ['just 70 %', { creditsUsed: 700 }, { reads: '700 de 1.000 créditos', link: 'Ver plano' }],
  [
    ...(['above 70 %, a higher plan', { creditsUsed: 700.1 }] as const),
    { reads: '700 de 1.000 créditos', link: 'Mudar de plano', warns: [ENDING], tone: 'plan-low' },
  ],
  [
    ...(['above 70 %, no higher plan', { creditsUsed: 701, hasHigherPlan: false }] as const),
    { reads: '701 de 1.000 créditos', link: 'Comprar créditos', warns: [ENDING], tone: 'plan-low' },
  ],
  ['no higher plan, calm use', { hasHigherPlan: false }, { reads: '100 de 1.000 créditos', link: 'Ver plano' }],
  [
    ...(['failed payment', { failedPayment: true }] as const),
    { reads: '100 de 1.000 créditos', link: 'Ver plano', warns: [FAILED], tone: 'plan-failed' },
  ],
  [
    ...(['failed payment, by its status alone', { status: 'FAILURE_PAYMENT' }] as const),
    { reads: '100 de 1.000 créditos', link: 'Ver plano', warns: [FAILED], tone: 'plan-failed' },
  ],
  [
    ...(['failed payment above 70 %', { failedPayment: true, creditsUsed: 900 }] as const),
    { reads: '900 de 1.000 créditos', link: 'Ver plano', warns: [FAILED, ENDING], tone: 'plan-failed' },
  ],
  [
    ...([
      'failed payment above 70 %, no higher plan',
      { failedPayment: true, creditsUsed: 900, hasHigherPlan: false },
    ] as const),
    { reads: '900 de 1.000 créditos', link: 'Ver plano', warns: [FAILED, ENDING], tone: 'plan-failed' },
  ],
])('shows in the plan card: %s', async (_, change, { reads, link, warns = [], tone }) => {
  engine.on(({ path }) => (path === '/sessions/me/plan' ? { body: { ...PLAN, ...change } } : undefined));
  visit('/inicio', [{ path: '/inicio', element: <PlanPanel isNarrow={false} hasPage /> }]);
  const region = await screen.findByRole('region', { name: 'Seu plano' });
  const card = within(region);
  card.getByText('Essencial');
  card.getByText('Renova em 20/12/2026');
  card.getByText(reads);
  const way = card.getByRole('link');
  expect([way.textContent, way.getAttribute('href')]).toEqual([link, '/plan']);
  const warnings = [FAILED, ENDING].filter((sentence) => card.queryByText(sentence) !== null);
  expect(warnings).toEqual(warns);
  expect(['plan-failed', 'plan-low'].filter((name) => region.classList.contains(name))).toEqual(tone ? [tone] : []);
});
