// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../../src/console/http/client.ts';
import { showFailure } from '../../../src/console/providers/failure.ts';
import { NotificationHolder, notificationProvider, notify } from '../../../src/console/providers/notification.tsx';

const notifySuccess = (message: string, key?: string) => act(() => notify({ type: 'success', message, key }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const inSight = (role: 'status' | 'alert' = 'status') =>
  screen.queryAllByRole(role).map(({ textContent }) => textContent);

beforeEach(async () => {
  vi.useFakeTimers();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <NotificationHolder />
        <p>Tela</p>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  // Notifications are loaded once the page is quiet.
  await pass(300);
  await act(() => vi.dynamicImportSettled());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('shows two notifications at most: a third dismisses the oldest', async () => {
  await notifySuccess('um');
  await notifySuccess('dois');
  await notifySuccess('três');
  await pass(100);
  expect(inSight()).toEqual(['dois', 'três']);
  await pass(6_000);
  expect(inSight()).toEqual([]);
});

test('shows a notification for 5 s', async () => {
  await notifySuccess('um');
  await pass(4_900);
  expect(inSight()).toEqual(['um']);
  await pass(200);
  expect(inSight()).toEqual([]);
});

test('removes a notification when the user closes it', async () => {
  await notifySuccess('um');
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  await pass(100);
  expect(inSight()).toEqual([]);
});

test('replaces a notification of the same key and shows it for 5 s more', async () => {
  await notifySuccess('um', 'a');
  await pass(3_000);
  await notifySuccess('outro', 'a');
  await pass(4_900);
  expect(inSight()).toEqual(['outro']);
  await pass(200);
  expect(inSight()).toEqual([]);
});

test('does not expire under the pointer', async () => {
  await notifySuccess('um');
  await pass(3_000);
  const notice = screen.getByRole('status');
  fireEvent.mouseEnter(notice);
  await pass(60_000);
  expect(inSight()).toEqual(['um']);
  fireEvent.mouseLeave(notice);
  await pass(5_100);
  expect(inSight()).toEqual([]);
});

test('shows failures as alerts and everything else as status messages', async () => {
  await notifySuccess('um');
  await act(() => notify({ type: 'error', message: 'falhou' }));
  await pass(100);
  expect(screen.getByRole('alert').textContent).toContain('falhou');
  expect(screen.getByRole('status').textContent).toContain('um');
});

test('shows the message of the server, or the general one', async () => {
  await act(() => showFailure(new HttpError(409, { message: 'Já existe.' })));
  await act(() => showFailure(new HttpError(502, '<html>')));
  await act(() => showFailure(new TypeError('x is undefined')));
  await pass(100);
  expect(inSight('alert')).toEqual(['Já existe.', 'Ocorreu um erro! Tente novamente mais tarde.']);
});

test.each([
  ['Error (status code: 500)', 'O servidor está ocupado.', 'O servidor está ocupado.'],
  ['HttpError', '', 'Ocorreu um erro! Tente novamente mais tarde.'],
  ['Não conseguimos salvar. Tente novamente.', '', 'Não conseguimos salvar. Tente novamente.'],
  ['Não conseguimos salvar. Tente novamente.', 'Já existe.', 'Já existe.'],
])('shows one sentence for Refine’s message “%s” and description “%s”', async (message, description, announced) => {
  await act(() => notificationProvider.open({ type: 'error', message, description }));
  await pass(100);
  expect(inSight('alert')).toEqual([announced]);
});

test('shows no notification for failures of the auth forms, which show them inline', async () => {
  await act(() => notificationProvider.open({ type: 'error', message: 'HttpError', key: 'login-error' }));
  await pass(100);
  expect(inSight('alert')).toEqual([]);
});
