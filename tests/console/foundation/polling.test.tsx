// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CONTENTS_POLL_MS, CONTEXTS_POLL_MS, PLAN_POLL_MS } from '../../../src/shared/constants.ts';
import { answerSession, signInHere, useConsole, visit } from './console.tsx';

const server = useConsole();

function setTab(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
}
afterEach(() => {
  setTab('visible');
  vi.useRealTimers();
});

/** How often each polled resource has been requested. */
const callCounts = () => ({
  contents: server.to('/contents').filter(({ query }) => query.get('limit') !== '1').length,
  contexts: server.to('/sessions/me/contexts').length,
  plan: server.to('/sessions/me/plan').length,
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('pauses polling while the tab is hidden and continues at the next interval', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  answerSession(server);
  signInHere();
  visit('/knowledge-base/content');
  await screen.findByRole('heading', { level: 1, name: 'Conteúdos' });
  await expect.poll(() => callCounts().contents > 0 && callCounts().plan > 0).toBe(true);
  // The plan is drawn once the first calls have been answered.
  await screen.findByRole('region', { name: 'Seu plano' });
  const first = callCounts();

  await pass(CONTENTS_POLL_MS + 1_000);
  await expect.poll(() => callCounts().contents > first.contents).toBe(true);
  await pass(CONTEXTS_POLL_MS);
  await expect.poll(() => callCounts().contexts > first.contexts).toBe(true);

  setTab('hidden');
  const hidden = callCounts();
  await pass(3 * PLAN_POLL_MS);
  expect(callCounts()).toEqual(hidden);

  // Showing the tab again sends no immediate request.
  setTab('visible');
  await pass(0);
  expect(callCounts()).toEqual(hidden);
  await pass(CONTENTS_POLL_MS);
  await expect.poll(() => callCounts().contents > hidden.contents).toBe(true);
  await pass(CONTEXTS_POLL_MS);
  await expect.poll(() => callCounts().contexts > hidden.contexts).toBe(true);
  await pass(PLAN_POLL_MS);
  await expect.poll(() => callCounts().plan > hidden.plan).toBe(true);
});
