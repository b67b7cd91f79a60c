// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts } from '../../../src/console/layout/toasts.tsx';
import { HttpError } from '../../../src/console/http/client.ts';
import { showFailure } from '../../../src/console/providers/failure.ts';
import { dismissNotice, shownNotices, showNotice } from '../../../src/console/providers/notice-store.ts';

const say = (message: string, key?: string) => act(() => void showNotice({ type: 'info', message, key }));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const onPage = () => [...document.querySelectorAll('.toast')].map((toast) => toast.querySelector('p')?.textContent);
const inSight = () => screen.queryAllByRole('status').map((toast) => toast.querySelector('p')?.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  act(() => shownNotices().forEach(({ key }) => dismissNotice(key)));
  pass(10_000);
  cleanup();
  vi.useRealTimers();
});

test('at most two are in sight: the third dismisses the oldest', () => {
  say('um');
  say('dois');
  say('três');
  expect(inSight()).toEqual(['dois', 'três']);
  pass(5_000);
  expect(inSight()).toEqual([]);
});

test('one is in sight for 5 s, and leaves the page 5 s after it was dismissed', () => {
  say('um');
  pass(4_999);
  expect(inSight()).toEqual(['um']);
  pass(1);
  expect(inSight()).toEqual([]);
  expect(onPage()).toEqual(['um']);
  pass(4_999);
  expect(onPage()).toEqual(['um']);
  pass(1);
  expect(onPage()).toEqual([]);
});

test('one that is dismissed by hand goes at once, and leaves the page 5 s later', () => {
  say('um');
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(inSight()).toEqual([]);
  pass(4_999);
  expect(onPage()).toEqual(['um']);
  pass(1);
  expect(onPage()).toEqual([]);
});

test('the same one said again stays one, for 5 s more', () => {
  say('um', 'a');
  pass(3_000);
  say('outro', 'a');
  expect(inSight()).toEqual(['outro']);
  pass(4_999);
  expect(inSight()).toEqual(['outro']);
  pass(1);
  expect(inSight()).toEqual([]);
});

test('under a pointer the time stands still', () => {
  say('um');
  pass(3_000);
  const region = screen.getByRole('region', { name: 'Avisos' });
  fireEvent.pointerEnter(region);
  pass(60_000);
  expect(inSight()).toEqual(['um']);
  fireEvent.pointerLeave(region);
  pass(1_999);
  expect(inSight()).toEqual(['um']);
  pass(1);
  expect(inSight()).toEqual([]);
});

test('the region is live before anything is said; failures are alerts', () => {
  expect(screen.getByRole('region', { name: 'Avisos' }).getAttribute('aria-live')).toBe('polite');
  act(() => void showNotice({ type: 'error', message: 'falhou' }));
  expect(screen.getByRole('alert').textContent).toContain('falhou');
});

test('a failure says what the server said, else the sentence for everything', async () => {
  await act(() => showFailure(new HttpError(409, 'Conflict', { message: 'Já existe.' })));
  expect(screen.getByRole('alert').textContent).toContain('Já existe.');
  await act(() => showFailure(new HttpError(502, 'Bad Gateway', '<html>')));
  await act(() => showFailure(new TypeError('x is undefined')));
  const said = screen.getAllByRole('alert').map((toast) => toast.textContent);
  expect(said).toEqual(['Já existe.', 'Ocorreu um erro! Tente novamente mais tarde.']);
});
