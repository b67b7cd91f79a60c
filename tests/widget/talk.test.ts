// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForPerson } from '../../src/widget/talk.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('looks for a person who joins for 20 minutes after the last question or the end of a talk', async () => {
  const looks = vi.fn(async () => Response.json({ talk: null }));
  vi.stubGlobal('fetch', looks);
  const root = document.body.appendChild(document.createElement('div'));
  const turns: never[] = [];
  let isTalking = false;
  const own = () => ({ conversationId: 'c', visitorToken: 't' });
  watchForPerson({
    root,
    options: { api: 'https://prosa.test/api', contextId: 'x' },
    conversation: { id: 'c', turns, own, isBusy: () => false },
    isTalking: () => isTalking,
    open: () => undefined,
  });
  const during = async (minutes: number) => {
    looks.mockClear();
    await vi.advanceTimersByTimeAsync(minutes * MINUTE);
    return looks.mock.calls.length;
  };
  expect(await during(20)).toBe(150);
  await during(1);
  expect(await during(60)).toBe(0);
  turns.push(undefined as never);
  expect(await during(1)).toBeGreaterThan(6);
  isTalking = true;
  expect(await during(30)).toBe(0);
  isTalking = false;
  expect(await during(19)).toBeGreaterThan(140);
  await during(2);
  expect(await during(60)).toBe(0);
});
