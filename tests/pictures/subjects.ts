import type { Page, Route } from 'playwright-core';
import { WEEKLY_MAIL_PATH } from './weekly-mail.ts';

export type Who = 'owner' | 'staff' | 'guest';

/** A picture to take: the address, the user, and the interaction before the picture. */
export interface Subject {
  name: string;
  path: string;
  who: Who;
  then?: (page: Page) => Promise<unknown>;
  /** The interaction is lost when the window is resized, so it is repeated for each width. */
  isReloaded?: boolean;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Chooses an action from the menu of a list's first row. */
async function chooseAction(page: Page, name: string): Promise<void> {
  await button(page, /^Ações de /);
  await page.getByRole('menuitem', { name }).click();
}

/** Dialogs and overlays of screens, and their other views. */
const OVER_SCREENS: readonly Subject[] = [
  { name: '+guide', path: '/knowledge-base/content', who: 'owner', then: (page) => button(page, 'Guia desta tela') },
  { name: '+palette', path: '/users', who: 'owner', then: (page) => page.keyboard.press('Control+k') },
  { name: '+account', path: '/users', who: 'owner', then: (page) => button(page, /^Sua conta/) },
  {
    name: '+contexts',
    path: '/users',
    who: 'owner',
    then: (page) => page.getByRole('combobox', { name: /Contexto em uso/ }).press('ArrowDown'),
  },
  { name: '+secret', path: '/api-keys/new', who: 'owner', then: createKey, isReloaded: true },
  { name: '+help', path: '/users', who: 'owner', then: openHelp, isReloaded: true },
  { name: '+menu', path: '/users', who: 'owner', then: openMenu, isReloaded: true },
  { name: '+tutorial', path: '/', who: 'owner', then: openTutorial },
  { name: '+first-steps', path: '/', who: 'owner', then: foldTutorial, isReloaded: true },
  { name: '+diagram', path: '/contexts?view=diagram', who: 'owner' },
  { name: '+file', path: '/knowledge-base/content/upload?tab=file', who: 'owner' },
  { name: '+faq', path: '/knowledge-base/content/upload?tab=faq', who: 'owner' },
  { name: '+table', path: '/knowledge-base/content/upload?tab=faq&way=many', who: 'owner' },
  {
    name: '+improve',
    path: '/conversations/:conversationId',
    who: 'owner',
    then: (page) => button(page, 'Melhorar resposta'),
  },
  { name: '+improved', path: '/conversations/:conversationId', who: 'owner' },
  { name: '+phrasings', path: '/knowledge-gaps?tab=phrasings', who: 'owner' },
  {
    name: '+learned',
    path: '/knowledge-gaps?tab=phrasings',
    who: 'owner',
    then: (page) => button(page, /^Aceitar todas/),
  },
  { name: '+faq', path: '/knowledge-base/content/edit/:contentId', who: 'owner' },
  { name: '+answered', path: '/knowledge-gaps/:gapId', who: 'owner' },
  {
    name: '+answer',
    path: '/knowledge-gaps/:gapId',
    who: 'owner',
    then: (page) => button(page, 'Escrever resposta'),
  },
  { name: '+worse', path: '/test-questions', who: 'owner', then: getWorse },
  { name: '+delete', path: '/test-questions', who: 'owner', then: (page) => chooseAction(page, 'Excluir pergunta') },
  { name: '+delete', path: '/contexts', who: 'owner', then: (page) => button(page, /^Excluir contexto|^Excluir Loja/) },
  {
    name: '+chosen',
    path: '/knowledge-base/content',
    who: 'owner',
    // Phones have no box for all rows of the page, but one on each card.
    then: (page) =>
      page
        .getByRole('checkbox', { name: /^Selecionar/ })
        .filter({ visible: true })
        .first()
        .check(),
  },
  {
    name: '+filter',
    path: '/conversations',
    who: 'owner',
    isReloaded: true,
    then: (page) => page.getByRole('combobox', { name: 'Sentimento' }).click(),
  },
  { name: '+export', path: '/conversations', who: 'owner', then: (page) => button(page, 'Exportar') },
  {
    name: '+select',
    path: '/',
    who: 'owner',
    then: (page) => page.getByRole('combobox', { name: 'Contextos' }).click(),
  },
  { name: '+end', path: '/preferences', who: 'owner', then: (page) => button(page, 'Encerrar conta') },
  { name: '+cancel', path: '/plan', who: 'owner', then: (page) => button(page, 'Cancelar plano') },
  { name: '+versions', path: '/chat/customize', who: 'owner', then: (page) => button(page, 'Versões') },
  { name: '+talk', path: '/inbox', who: 'owner', then: openTalk, isReloaded: true },
  { name: '+whatsapp', path: '/conversations/:conversationId', who: 'owner', then: showChannelParts, isReloaded: true },
  {
    name: '+row-menu',
    path: '/knowledge-base/content',
    who: 'owner',
    then: (page) => button(page, /^Ações de /),
    isReloaded: true,
  },
  { name: '+no-match', path: '/knowledge-base/content?search=zzzz', who: 'owner' },
  { name: '+wrong', path: '/admin/plans/new', who: 'staff', then: saveTooEarly, isReloaded: true },
];

async function createKey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Integração da loja');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await page.getByRole('button', { name: 'Já guardei a chave' }).waitFor();
}

/** Leaves a tab of the form empty, which then opens with the focus on its first field. */
async function saveTooEarly(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of ['Nome', 'Posição', 'Preço mensal', 'Preço anual']) await dialog.getByLabel(name).fill('9');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByLabel('Créditos por mês').and(page.locator(':focus')).waitFor();
}

async function openTalk(page: Page): Promise<void> {
  await page.getByText('Todas', { exact: true }).click();
  await page.getByRole('list', { name: 'Conversas' }).getByRole('button').first().click();
  await page.getByRole('log').waitFor();
}

/** Shows a conversation as if it had gone through WhatsApp, which the seed cannot reach. */
async function showChannelParts(page: Page): Promise<void> {
  const at = new Date().toISOString();
  const none = { at, fileName: null, reason: null, canResend: false };
  const unsent = {
    ...none,
    kind: 'unsent',
    reason: 'Não enviada: este número não recebe mensagens no WhatsApp agora.',
  };
  const data = [
    { ...none, id: '1', kind: 'file', text: 'Enviou uma foto. cesta.jpeg', fileName: 'whatsapp-0197c5a2.jpeg' },
    { ...none, id: '2', kind: 'echo', text: 'Oi, aqui é a Ana! Já separei a sua cesta.' },
    { ...unsent, id: '3', text: 'Pode retirar na loja até as 18h.', canResend: true },
    { ...unsent, id: '4', text: 'Até logo!' },
  ];
  await page.route('**/channel-parts', (route) => route.fulfill({ json: { data } }));
  await page.reload();
  await page.getByRole('button', { name: 'Enviar de novo' }).waitFor();
  await page.unroute('**/channel-parts');
}

/** Asks for a person in the chat of a customer's page. */
async function callPerson(page: Page): Promise<void> {
  const waits = page.getByText('Você é o próximo');
  // On a page loaded anew, the panel opens by itself with the talk that goes on.
  if (
    await waits.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  )
    return;
  await button(page, /./);
  await page.getByRole('textbox').fill('Quero falar com um atendente');
  await page.getByRole('textbox').press('Enter');
  await waits.waitFor();
}

async function openHelp(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Pergunte sobre a Prosa…' });
  if (await field.isVisible()) await field.focus();
  else await button(page, 'Abrir ajuda');
}

/** Shows the tutorial as to a new user without changing the account. */
async function openTutorial(page: Page): Promise<void> {
  const asNew = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), tutorial: 0, tutorialMode: null, tutorialFolded: false },
    });
  };
  await page.route('**/api/users/me', asNew);
  await page.reload();
  await page.getByRole('dialog').waitFor();
  await page.unroute('**/api/users/me', asNew);
}

/** Shows the folded guide of an account that has trained a content. */
async function foldTutorial(page: Page): Promise<void> {
  const folded = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), tutorial: 3, tutorialFolded: true } });
  };
  const facts = { json: { content: true, preview: false, setup: false } };
  await page.route('**/api/users/me', folded);
  await page.route('**/api/users/tutorial', (route) => route.fulfill(facts));
  await page.reload();
  await page.getByRole('region', { name: 'Primeiros passos' }).waitFor();
  await page.unroute('**/api/users/me', folded);
}

/** Shows a test question that passed before. */
async function getWorse(page: Page): Promise<void> {
  const worse = async (route: Route) => {
    const response = await route.fetch();
    const question = 'Qual é o horário da feira de queijos da serra?';
    const answers = {
      answer: 'A feira de queijos agora abre só às 9h.',
      answerBefore: 'A feira de queijos abre aos sábados, das 8h às 20h.',
    };
    await route.fulfill({ response, json: { ...(await response.json()), worse: [{ question, ...answers }] } });
  };
  const path = '**/api/test-questions/state?*';
  await page.route(path, worse);
  await page.reload();
  await page.getByRole('region', { name: 'O que piorou' }).waitFor();
  await page.unroute(path, worse);
}

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /menu$/ }).first();
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** A customer's page with the chat. */
export const SHOP_WINDOW = '/pagina-do-cliente';
const OUTSIDE: readonly Subject[] = [
  { name: 'letter', path: WEEKLY_MAIL_PATH, who: 'guest' },
  { name: 'widget', path: SHOP_WINDOW, who: 'guest' },
  { name: 'widget+open', path: SHOP_WINDOW, who: 'guest', then: (page) => page.getByRole('button').first().click() },
  { name: 'widget+person', path: SHOP_WINDOW, who: 'guest', then: callPerson, isReloaded: true },
];

/** Public pages that need query parameters. */
const QUERIES: Record<string, string> = { '/reset-password': '?token=nao-ha' };

/**
 * Returns everything to photograph. Throws when an address has a `:name` without a value, so that new screens are not
 * forgotten.
 */
export function subjectsOf(
  { workspace, guest }: { workspace: readonly string[]; guest: readonly string[] },
  examples: Record<string, string>,
): Subject[] {
  const fill = (path: string, name: string) => {
    if (!path.includes('/:')) return path;
    const example = examples[name] ?? examples[path.split('?')[0] as string];
    if (!example) throw new Error(`Nothing stands in for the name in ${path}: add it to tests/pictures/seed.ts`);
    return path.replace(/:\w+/, example);
  };
  const inside = workspace.map(
    (path) => ({ name: path, path, who: path.startsWith('/admin/') ? 'staff' : 'owner' }) as const,
  );
  const before = guest.map((path) => ({ name: path, path: path + (QUERIES[path] ?? ''), who: 'guest' }) as const);
  const over = OVER_SCREENS.map((one) => ({ ...one, name: one.path.split('?')[0] + one.name }));
  return [...inside, ...over, ...before, ...OUTSIDE].map((one) => ({ ...one, path: fill(one.path, one.name) }));
}
