import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Resource } from '../../../resources/kit/resource.ts';
import { Providers } from '../../../src/console/app.tsx';
import { foldIcon } from '../../../src/console/components/fold-icon.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { PolicyProvider } from '../../../src/console/providers/policy.tsx';
import type { Screen } from '../../../src/console/providers/screen.ts';
import { screenTable, withChildren } from '../../../src/console/providers/screens.ts';
import { setToaster } from '../../../src/console/providers/toasts.ts';
import { FormDialog } from '../../../src/console/resource/form-dialog.tsx';
import { ListPage } from '../../../src/console/resource/list-page.tsx';
import { ShowPage } from '../../../src/console/resource/show-page.tsx';
import { screens } from '../../../src/console/screens.tsx';
import { storeTokens } from '../../../src/console/state/store.ts';
import { hideUpgrade } from '../../../src/console/state/upgrade.ts';
import { setUpUser } from '../../support/set-up-user.ts';
import { Unstyled } from '../foundation/unstyled.tsx';
import { EngineStandIn } from './engine-stand-in.ts';

const WORDS = ['resource', 'validation', 'errors', 'chat', 'hyperlinks', 'contents', 'contexts', 'users', 'invoices'];
const MORE_WORDS = ['accounts', 'conversations', 'content-upload', 'chat-preview', 'chat-setup', 'layout'];
const STAFF_WORDS = ['admin-login', 'admin-accounts', 'admin-general', 'plan-change', 'gateway-events'];

configure({ asyncUtilTimeout: 15_000 });

const table = screenTable(screens);

let people = 0;
const tokenOf = (person: number) => `h.${btoa(JSON.stringify({ sub: `${person}`, accountId: 'a', role: 'OWNER' }))}.s`;

/** Starts the stand-in for the tests of a file, resets it before each test and sets the browser's address to it. */
export function useStandIn(more: readonly Resource[] = []): EngineStandIn {
  const engine = new EngineStandIn(more);
  beforeAll(async () => {
    const origin = await engine.listen();
    (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${origin}/`);
    // happy-dom never finishes animations, so the tests run with reduced motion.
    const media = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(media(query), 'matches', {
        value: query.includes('reduced-motion') || media(query).matches,
      }),
    );
    await loadMessages(...WORDS, ...MORE_WORDS, ...STAFF_WORDS);
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    engine.reset();
    localStorage.clear();
    // The tests of one worker share this dialog's state.
    hideUpgrade();
    // So do notifications that a test did not wait for: the next one would show them.
    setToaster({ show: () => undefined, hide: () => undefined });
    setToaster(undefined);
    // A new user each time, because choices such as the current context are stored per user.
    storeTokens({ accessToken: tokenOf(++people), refreshToken: 'refresh' });
    // happy-dom has no layout, but antd scrolls anyway.
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(() => {
    cleanup();
  });
  return engine;
}

/** The routes that the console creates for a declared resource. */
export const routesOf = (resource: Resource): RouteObject[] => [
  {
    path: resource.path,
    element: <ListPage resource={resource} />,
    children: [
      { path: 'new', element: <FormDialog resource={resource} /> },
      { path: 'edit/:id', element: <FormDialog resource={resource} /> },
    ],
  },
  { path: `${resource.path}/:id`, element: <ShowPage resource={resource} /> },
];

const screenRoute = ({ path, page, locales = [], children = [] }: Screen): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await Promise.all([page(), loadMessages(...locales)]))[0] }),
  children: children.map(screenRoute),
});

/** The routes of the console's screens at these paths, as its table has them, with what opens over or within them. */
export const screensAt = (...paths: string[]): RouteObject[] =>
  screens.filter((screen) => withChildren([screen]).some(({ path = '' }) => paths.includes(path))).map(screenRoute);

/** Advances a test's fake timers, such as the intervals of polling. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders screens at an address, with the console's real providers. */
export function visit(address: string | readonly string[], routes: RouteObject[]) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } },
  });
  const otherScreen = { path: '*', element: <p>Outra tela</p> };
  const signedIn = (
    <PolicyProvider>
      <Outlet />
    </PolicyProvider>
  );
  const inside = { element: signedIn, children: [...routes, otherScreen] };
  const root = { element: <Providers client={client} table={table} />, HydrateFallback: () => null };
  const router = createMemoryRouter([{ ...root, children: [inside] }], {
    initialEntries: typeof address === 'string' ? [address] : [...address],
  });
  const view = render(
    <Unstyled>
      <ConfigProvider
        theme={{ token: { motion: false } }}
        collapse={{ expandIcon: foldIcon }}
        wave={{ disabled: true }}
      >
        <RouterProvider router={router} />
      </ConfigProvider>
    </Unstyled>,
  );
  const user = setUpUser();
  return {
    ...view,
    client,
    router,
    user,
    /** The router's current path and query. */
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => router.navigate(-1),
  };
}

/** Waits until the names in the first column equal `expected`, in order. */
export const expectRows = (expected: readonly string[]) =>
  waitFor(() => {
    const shown = screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
    if (JSON.stringify(shown) !== JSON.stringify(expected)) {
      throw new Error(`shown ${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`);
    }
  });

/** The row whose name starts with this text. */
export const rowOf = async (name: string) => {
  const cell = await screen.findByRole('rowheader', { name: (text) => text.startsWith(name) });
  return within(cell.closest('tr') as HTMLElement);
};

/** The messages of the visible notifications. */
export const toasts = () =>
  [...document.querySelectorAll('.ant-notification-notice-message')].map(({ textContent }) => textContent);

/**
 * The open dialog, checked by its title text: in tests antd gives all dialogs and tooltips the same id, so the
 * accessible name is wrong.
 */
export async function questionOf(title: string) {
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(title, { ignore: 'script, style, button, button *' });
  return dialog;
}

type User = ReturnType<typeof visit>['user'];

/** Chooses an action from the menu of a row. */
export async function chooseAction(user: User, row: string, action: string): Promise<void> {
  await user.click(await (await rowOf(row)).findByRole('button', { name: /^Ações de / }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

/** An option in the list of the select that was opened last. antd gives the role to a hidden copy, so its class is used. */
export async function optionOf(name: string): Promise<HTMLElement> {
  const content = '.ant-select-item-option-content';
  return (await screen.findAllByText(name, { selector: `${content}, ${content} *` })).at(-1)!;
}

/** The text within the shadow roots below a node, which is where the widget draws. */
export const shadowTextOf = (root: ParentNode): string =>
  [...root.querySelectorAll('*')]
    .flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot.textContent, shadowTextOf(shadowRoot)] : []))
    .join('');

/** Chooses an option of an antd select by their labels. */
export async function chooseOption(user: User, select: string, option: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: select }));
  await user.click(await optionOf(option));
}
