// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FirstSteps } from '../../../src/console/layout/tutorial/first-steps.tsx';
import { useGuideFacts } from '../../../src/console/layout/tutorial/guide.tsx';
import { pathOf } from '../../../src/console/layout/tutorial/wizard.tsx';
import { FirstStepsGate } from '../../../src/console/layout/workspace-layout.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { NeedsContent } from '../../../src/console/resource/needs-content.tsx';
import { useMe } from '../../../src/console/session/me.ts';
import { CONTEXTS } from './engine-stand-in.ts';
import { useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('tutorial'));
let facts = { content: false, preview: false, setup: false };
beforeEach(() => (facts = { content: false, preview: false, setup: false }));

/** Answers with a user whose tutorial state changes through the API. */
function someone(change: Record<string, unknown> = {}) {
  const me: Record<string, unknown> = {
    id: '018f0000-0000-7000-8000-00000000aaaa',
    accountId: '018f0000-0000-7000-8000-00000000bbbb',
    avatar: null,
    name: 'Helena Prado',
    email: 'helena@loja.com.br',
    role: 'OWNER',
    flags: ['self'],
    website: 'https://www.loja.com.br',
    tutorial: 0,
    tutorialMode: null,
    tutorialFolded: false,
    websiteCrawled: false,
    announcement: '',
    ...change,
  };
  engine.on(({ method, path, query }) => {
    if (path === '/users/tutorial' && method === 'PUT') {
      me.tutorial = Number(query.get('step'));
      me.tutorialFolded = query.get('folded') === 'true';
      me.tutorialMode = query.get('mode') ?? me.tutorialMode;
    } else if (path === '/users/tutorial' && method === 'GET') return { body: facts };
    else if (path === '/users/tutorial') me.tutorial = 5;
    else if (path === '/users/website-crawled') me.websiteCrawled = true;
    else if (method === 'PUT' && /^\/(account|contexts\/.*)$/.test(path)) return { body: {} };
    else if (path !== '/users/me') return undefined;
    return { body: { ...me } };
  });
  return me;
}
const show = (path = '/') => visit(path, [{ path: '*', element: <FirstStepsGate /> }]);
const dialog = async () => within(await screen.findByRole('dialog'));
/** Expects that nothing appears after the user and the permissions are loaded. */
async function expectNothing() {
  await waitFor(() => expect(engine.calls('GET', '/users/me').length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /Primeiros passos/ })).toBeNull();
}

/** Says when it is known which steps have happened. */
function Ready() {
  const { data: me } = useMe();
  return useGuideFacts(me) ? 'pronto' : null;
}

function Guide() {
  const { data: me } = useMe();
  return me ? <FirstSteps me={me} /> : null;
}

describe('the tutorial', () => {
  it('skips subcontexts for a single site and ends at the contents', async () => {
    const me = someone({ website: null });
    const { user, address } = show();
    await user.click((await dialog()).getByRole('button', { name: 'Começar' }));
    await screen.findByText('Para quantos sites?');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await screen.findByText('Ensine o assistente');
    expect(me).toMatchObject({ tutorial: 3, tutorialMode: 'one' });
    await user.click(screen.getByRole('button', { name: 'Pular' }));
    await user.click(await screen.findByRole('button', { name: 'Concluir' }));
    await waitFor(() => expect(address()).toBe('/knowledge-base/content'));
    expect(engine.calls('POST', '/users/tutorial')).toHaveLength(1);
    expect(engine.calls('PUT', '/users/tutorial').every(({ body }) => body === '')).toBe(true);
  });

  it('asks for the name of the business once, and gives it to the assistant and the account', async () => {
    someone();
    const [root] = CONTEXTS;
    const { user } = show();
    const guide = await dialog();
    const field = await guide.findByLabelText('Nome da empresa');
    expect((field as HTMLInputElement).value).toBe(root!.name);
    await user.clear(field);
    await user.type(field, 'Empório Serra Azul');
    await user.click(guide.getByRole('button', { name: 'Começar' }));
    await screen.findByText('Para quantos sites?');
    const named = [`/contexts/${root!.id}`, '/account'].flatMap((path) => engine.calls('PUT', path));
    expect(named.map(({ body }) => body)).toEqual([{ name: 'Empório Serra Azul' }, { name: 'Empório Serra Azul' }]);
  });

  it('proposes the name that the site gives itself', async () => {
    someone();
    engine.on(({ path, query }) =>
      path === '/contents/site-name' && query.get('url') === 'https://www.loja.com.br'
        ? { body: { name: 'Loja do Vale' } }
        : undefined,
    );
    show();
    const field = (await dialog()).findByLabelText<HTMLInputElement>('Nome da empresa');
    await waitFor(async () => expect((await field).value).toBe('Loja do Vale'));
  });

  it('resumes at the step stored by the server, and ends at the contexts for several sites', async () => {
    someone({ tutorial: 4, tutorialMode: 'many', websiteCrawled: true });
    const { user, address } = show();
    expect((await dialog()).getByText('Teste e coloque no ar')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Concluir' }));
    await waitFor(() => expect(address()).toBe('/contexts'));
  });

  it("collapses while the user follows a step, and captures the user's site", async () => {
    const me = someone({ tutorial: 3, tutorialMode: 'one' });
    const { user, address } = show();
    await user.click((await dialog()).getByRole('button', { name: /Ler o site loja\.com\.br/ }));
    await waitFor(() =>
      expect(address()).toBe(
        `/knowledge-base/content/upload?tab=link&url=${encodeURIComponent('https://www.loja.com.br')}`,
      ),
    );
    expect(me).toMatchObject({ websiteCrawled: true, tutorial: 3 });
    await user.click(await screen.findByRole('button', { name: /Primeiros passos/ }));
    expect((await dialog()).getByText('Ensine o assistente')).toBeTruthy();
  });

  it('collapses when postponed, and resumes at the same step', async () => {
    const me = someone({ tutorial: 3, tutorialMode: 'one' });
    const page = (
      <div id="screen" tabIndex={-1}>
        <FirstStepsGate />
      </div>
    );
    const { user } = visit('/contexts', [{ path: '*', element: page }]);
    await user.click((await dialog()).getByRole('button', { name: 'Agora não' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('screen'));
    expect(me.tutorial).toBe(3);
    await user.click(await screen.findByRole('button', { name: /Primeiros passos/ }));
    expect((await dialog()).getByText('Ensine o assistente')).toBeTruthy();
  });

  it('ticks by what happened in the account, resumes at what is due, and goes away when all is done', async () => {
    const me = someone({ tutorial: 3, tutorialMode: 'one', tutorialFolded: true, websiteCrawled: true });
    facts = { content: true, preview: true, setup: false };
    const { user, unmount } = show('/chat/setup');
    await user.click(await screen.findByRole('button', { name: /Primeiros passos.*Instalar/ }));
    expect((await dialog()).getByText('Já respondeu a uma pergunta.')).toBeTruthy();
    expect(me).toMatchObject({ tutorial: 4, tutorialFolded: false });
    await user.click((await dialog()).getByRole('button', { name: 'Agora não' }));
    await waitFor(() => expect(me.tutorialFolded).toBe(true));
    unmount();
    facts = { content: true, preview: true, setup: true };
    show('/chat/setup');
    await waitFor(() => expect(me.tutorial).toBe(5));
    expect(screen.queryByRole('button', { name: /Primeiros passos/ })).toBeNull();
  });

  it.each([
    ['/knowledge-base/content', 1],
    ['/checkout', 0],
  ])('is folded above the screens of its steps only: %s', async (path, count) => {
    someone({ tutorial: 3, tutorialMode: 'one', tutorialFolded: true, websiteCrawled: true });
    const page = (
      <>
        <FirstStepsGate />
        <Ready />
      </>
    );
    visit(path, [{ path: '*', element: page }]);
    await screen.findByText('pronto');
    expect(screen.queryAllByRole('button', { name: /Primeiros passos/ })).toHaveLength(count);
  });

  it('never opens together with the dialog for missing content', async () => {
    someone({ tutorial: 4, tutorialMode: 'one', websiteCrawled: true });
    const element = (
      <>
        <Guide />
        <NeedsContent>{() => null}</NeedsContent>
      </>
    );
    const { user } = visit('/', [{ path: '*', element }]);
    await screen.findByRole('heading', { level: 2, name: 'Primeiro, ensine algo ao assistente' });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Agora não' }));
    expect(await screen.findByRole('button', { name: 'Cancelar' })).toBeTruthy();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('skips the question about sites for users who cannot create contexts', () => {
    expect(pathOf('many', false)).toEqual(['start', 'content', 'setup']);
    expect(pathOf('one', true)).toEqual(['start', 'sites', 'content', 'setup']);
  });

  it.each([
    ['readers', { role: 'READER' }],
    ['staff', { role: 'WM_ADMIN' }],
    ['staff on a customer’s behalf', { flags: [] }],
    ['users who have seen both', { tutorial: 5, websiteCrawled: true }],
    ['users who have seen it and gave no site', { tutorial: 5, website: null }],
  ])('is not shown to %s', async (_, change) => {
    someone(change);
    show();
    await expectNothing();
  });
});

describe('the offer to capture the website', () => {
  it('leads to the upload with the address, or without it when declined', async () => {
    someone({ tutorial: 5 });
    const first = show('/conversations');
    await first.user.click((await dialog()).getByRole('button', { name: 'Ler o site' }));
    await waitFor(() => expect(first.address()).toMatch(/upload\?tab=link&url=https/));
    first.unmount();
    engine.reset();
    const me = someone({ tutorial: 5 });
    const second = show('/conversations');
    await second.user.click((await dialog()).getByRole('button', { name: 'Agora não' }));
    await waitFor(() => expect(second.address()).toBe('/knowledge-base/content/upload'));
    expect(me.websiteCrawled).toBe(true);
  });

  it('stays on the contexts page when declined there', async () => {
    someone({ tutorial: 5 });
    const { user, address } = show('/contexts');
    await user.click((await dialog()).getByRole('button', { name: 'Agora não' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address()).toBe('/contexts'));
  });
});
