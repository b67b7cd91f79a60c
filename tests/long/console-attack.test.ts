import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIfNeeded, DIST } from '../../src/server/build.ts';
import type { AnswerReasons, Source } from '../../src/shared/chat-protocol.ts';
import { openBrowser } from '../support/browser.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';
import { PAYLOADS } from '../widget/payloads.ts';

/** The payloads that PostgreSQL can store, which excludes NUL bytes. */
const TEXTS = PAYLOADS.map((payload) => payload.replaceAll('\u0000', ''));

let server: TestServer;
let url: string;
let browser: Browser;
let context: BrowserContext;
let owner: Caller;
/** Scripts that ran and requests to foreign hosts. */
const ran: string[] = [];

beforeAll(async () => {
  await buildIfNeeded(() => undefined);
  [server, browser] = await Promise.all([startServer({ app: { dist: DIST } }), openBrowser()]);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  owner = await server.signUp();
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, []);
  context = await watchedContext();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const query = (text: string, values: unknown[]) => server.services.db.pool.query(text, [owner.accountId, ...values]);

/**
 * A signed-in browser context without our content security policy, so that only the rendering protects it. Records
 * scripts that run and requests to other hosts.
 */
async function watchedContext(): Promise<BrowserContext> {
  const made = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  await made.addInitScript(
    ([access, refresh]) => {
      // A new tab's empty page has no storage.
      if (location.origin === 'null') return;
      localStorage.setItem('accessToken', access!);
      localStorage.setItem('refreshToken', refresh!);
      const note = (how: string) => () => void document.documentElement.setAttribute('data-ran', how);
      for (const name of ['alert', 'confirm', 'prompt', 'msgbox', 'print'])
        Object.assign(window, { [name]: note(name) });
    },
    [owner.tokens.accessToken, owner.tokens.refreshToken] as const,
  );
  made.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:image/')) ran.push(request.url());
  });
  made.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  made.on('weberror', (error) => ran.push(`error: ${error.error().message}`));
  return made;
}

const sourcesOf = (text: string): Source[] => [
  { contentId: text, title: text, url: text, heading: text, excerpt: text },
];
const reasonsOf = (text: string) =>
  ({
    confidence: 0.5,
    passages: [
      {
        contentId: randomUUID(),
        title: text,
        excerpt: text,
        score: 0.5,
        used: true,
        page: null,
        url: text,
        heading: text,
      },
    ],
    limits: [],
    system: text,
  }) as unknown as AnswerReasons;

/** Stores a conversation with every payload as question and answer, its knowledge gap and test results. */
async function storeAll(): Promise<{ conversation: string; gap: string }> {
  const [conversation, gap, run] = [randomUUID(), randomUUID(), randomUUID()];
  const at = owner.contextId;
  await query(`insert into knowledge_gaps (account_id, id, context_id, theme_id) values ($1, $2, $3, $2)`, [gap, at]);
  await query(
    `insert into test_runs (account_id, id, context_id, cause, state, passed, failed, worse)
     values ($1, $2, $3, 'asked', 'done', 0, 60, 60)`,
    [run, at],
  );
  for (const [index, text] of TEXTS.entries()) {
    const conversationId = index === 0 ? conversation : randomUUID();
    await query(
      `insert into conversations (account_id, id, context_id, type, first_question, interactions)
       values ($1, $2, $3, 'widget', $4, 1)`,
      [conversationId, at, text],
    );
    for (const within of new Set([conversation, conversationId])) {
      const declined = index % 2 === 0;
      await query(
        `insert into messages
           (account_id, conversation_id, id, question, answer, grounded, outcome, model, searched, rating, sources, reasons, gap_id)
         values ($1, $2, $3, $4, $4, $5, $6, $4, $4, 'down', $7, $8, $9)`,
        [
          ...[within, randomUUID(), text, !declined, declined ? 'unknown' : 'answered'],
          ...[JSON.stringify(sourcesOf(text)), JSON.stringify(reasonsOf(text)), gap],
        ],
      );
    }
    const test = randomUUID();
    await query(
      `insert into test_questions (account_id, id, context_id, question, expected) values ($1, $2, $3, $4, array[$4])`,
      [test, at, text],
    );
    await query(
      `insert into test_results (account_id, run_id, question_id, passed, answer, passed_before, answer_before)
       values ($1, $2, $3, false, $4, true, $4)`,
      [run, test, text],
    );
  }
  return { conversation, gap };
}

/** Records dangerous elements and attributes in the page and all its shadow roots, and scripts that ran. */
async function check(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const dangers: string[] = [];
    const handlers = /^on/i;
    const visitTree = (root: ParentNode) => {
      for (const each of root.querySelectorAll('*')) {
        if (each.shadowRoot) visitTree(each.shadowRoot);
        for (const { name, value } of each.attributes) {
          const isLink = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data'].includes(name);
          if (handlers.test(name) || name === 'srcdoc') dangers.push(`${each.localName}[${name}]`);
          if (isLink && /^\s*(?:javascript|vbscript|data:text)/i.test(value))
            dangers.push(`${each.localName}: ${value}`);
          if (name === 'style' && /evil|expression/.test(value)) dangers.push(`style: ${value}`);
        }
        if (/^(?:iframe|object|embed|base|math|animate)$/.test(each.localName)) dangers.push(`<${each.localName}>`);
      }
    };
    visitTree(document);
    const sign = document.documentElement.getAttribute('data-ran');
    return sign ? [...dangers, `ran: ${sign}`] : dangers;
  });
  ran.push(...found.map((each) => `${where}: ${each}`));
}

it('runs no payload from questions, answers, sources, reasons, gaps, tests, address or referrer', async () => {
  const { conversation, gap } = await storeAll();
  const page = await context.newPage();
  const all = encodeURI(TEXTS.join(' ')).replace(/[#?]/g, '');
  const walks: [path: string, ready: string][] = [
    [`/conversations/${conversation}`, '.exchange-widget'],
    ['/conversations', 'tbody tr'],
    [`/knowledge-gaps/${gap}`, 'main li'],
    ['/knowledge-gaps', 'tbody tr'],
    ['/test-questions', 'tbody tr'],
    ['/interaction-monitoring', 'main h1'],
    ['/dashboard', 'main h1'],
    [`/conversations?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`, 'main h1'],
  ];
  for (const [path, ready] of walks) {
    const [where, search = ''] = path.split('?');
    await page.goto(`${url}${where}?${search || `q=${all}`}#${all}`, { referer: `${url}/?${all}` });
    await page.locator(ready).first().waitFor();
    // Opens collapsed parts too: reasons, sources and the answers of tests.
    await page.evaluate(() => {
      const folded = document.querySelectorAll<HTMLElement>('main .ant-collapse-header[aria-expanded="false"]');
      for (const header of folded) header.click();
      for (const drawn of document.querySelectorAll('.exchange-widget *')) {
        const chips = drawn.shadowRoot?.querySelectorAll<HTMLElement>('.chip') ?? [];
        for (const chip of chips) chip.click();
      }
    });
    await check(page, path);
  }
  for (const at of [0, 1, 2]) {
    await page.goto(`${url}/test-questions`);
    // The first-visit tutorial may cover it.
    await page.locator('tbody tr[data-row-key]').nth(at).getByRole('button').first().dispatchEvent('click');
    await page.getByRole('menuitem', { name: 'Histórico' }).dispatchEvent('click');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    await check(page, 'a test');
  }
  await page.goto(`${url}/conversations/${conversation}`);
  await page
    .getByRole('article')
    .nth(TEXTS.length - 1)
    .waitFor();
  const unseen = async () => {
    const shown = await page
      .locator('.exchange-widget')
      .evaluateAll((drawn) =>
        drawn.map((each) => each.firstElementChild?.shadowRoot?.querySelector('.user')?.textContent ?? ''),
      );
    return TEXTS.filter((text) => !shown.some((each) => each.includes(text)));
  };
  await expect.poll(unseen, { timeout: 30_000 }).toEqual([]);
  expect(ran).toEqual([]);
}, 300_000);
