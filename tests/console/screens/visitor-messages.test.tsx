// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { VisitorMessagesPage } from '../../../src/console/features/chat/visitor-messages/visitor-messages-page.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('visitor-messages', 'resource'));

it.each([
  [false, 1],
  [true, 0],
])('offers to turn messages on only while they are off (on: %s)', async (takesMessages, offers) => {
  engine.on(({ path }) => {
    if (path === '/visitor-messages') return { body: { data: [], total: 0 } };
    return path === '/sessions/me/limits' ? { body: { takesMessages } } : undefined;
  });
  visit('/visitor-messages', [{ path: '/visitor-messages', element: <VisitorMessagesPage /> }]);
  await screen.findByText('Nenhum recado ainda');
  await waitFor(() => expect(engine.calls('GET', '/sessions/me/limits')).toHaveLength(1));
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Ligar recados' })).toHaveLength(offers));
});
