// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../../src/console/http/client.ts';
import { showFailure } from '../../../src/console/providers/failure.ts';
import { NotificationHolder, notificationProvider, notify } from '../../../src/console/providers/notification.tsx';

const say = (message: string, key?: string) => act(() => notify({ type: 'info', message, key }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const inSight = () =>
  [...document.querySelectorAll('.ant-notification-notice-message')].map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <NotificationHolder>
        <p>Tela</p>
      </NotificationHolder>
    </ConfigProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('at most two are in sight: the third dismisses the oldest', async () => {
  await say('um');
  await say('dois');
  await say('três');
  await pass(100);
  expect(inSight()).toEqual(['dois', 'três']);
  await pass(6_000);
  expect(inSight()).toEqual([]);
});

test('one is in sight for 5 s', async () => {
  await say('um');
  await pass(4_900);
  expect(inSight()).toEqual(['um']);
  await pass(200);
  expect(inSight()).toEqual([]);
});

test('one that is dismissed by hand goes at once', async () => {
  await say('um');
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  await pass(100);
  expect(inSight()).toEqual([]);
});

test('the same one shown again stays one, for 5 s more', async () => {
  await say('um', 'a');
  await pass(3_000);
  await say('outro', 'a');
  await pass(4_900);
  expect(inSight()).toEqual(['outro']);
  await pass(200);
  expect(inSight()).toEqual([]);
});

test('under a pointer the time stands still', async () => {
  await say('um');
  await pass(3_000);
  const notice = document.querySelector('.ant-notification-notice') as HTMLElement;
  fireEvent.mouseEnter(notice);
  await pass(60_000);
  expect(inSight()).toEqual(['um']);
  fireEvent.mouseLeave(notice);
  await pass(5_100);
  expect(inSight()).toEqual([]);
});

test('failures are alerts, everything else is a status', async () => {
  await say('um');
  await act(() => notify({ type: 'error', message: 'falhou' }));
  await pass(100);
  expect(screen.getByRole('alert').textContent).toContain('falhou');
  expect(screen.getByRole('status').textContent).toContain('um');
});

test('a failure says what the server said, else the sentence for everything', async () => {
  await act(() => showFailure(new HttpError(409, 'Conflict', { message: 'Já existe.' })));
  await act(() => showFailure(new HttpError(502, 'Bad Gateway', '<html>')));
  await act(() => showFailure(new TypeError('x is undefined')));
  await pass(100);
  expect(inSight()).toEqual(['Já existe.', 'Ocorreu um erro! Tente novamente mais tarde.']);
});

test.each([
  ['Error (status code: 500)', 'O servidor está ocupado.', 'O servidor está ocupado.'],
  ['HttpError', '', 'Ocorreu um erro! Tente novamente mais tarde.'],
  ['Não conseguimos salvar. Tente novamente.', '', 'Não conseguimos salvar. Tente novamente.'],
  ['Não conseguimos salvar. Tente novamente.', 'Já existe.', 'Já existe.'],
])('Refine’s headline “%s” above “%s” is one sentence', async (message, description, said) => {
  const { loadWords } = await import('../../../src/console/providers/i18n.ts');
  await loadWords('errors');
  await act(() => notificationProvider.open({ type: 'error', message, description }));
  await pass(100);
  expect(inSight()).toEqual([said]);
});

test('the forms of the sign-in show their failures themselves', async () => {
  await act(() => notificationProvider.open({ type: 'error', message: 'HttpError', key: 'login-error' }));
  await pass(100);
  expect(inSight()).toEqual([]);
});
