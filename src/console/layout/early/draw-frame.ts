import { readPermission } from '../../../../access-control/permissions.ts';
import type { SessionContext, SessionUser } from '../../../shared/session.ts';
import type { EarlyAnswers } from '../../http/early.ts';
import { KEYS } from '../../state/keys.ts';
import { isUnder } from '../menu.ts';
import { allowedEntries, CONTEXT, type EarlyEntry } from './early-menu.ts';

/*
 * Inlined into index.html, and run before the program has loaded: shows signed-in users the frame with their menu. The
 * menu is the one that the last visit stored, until the server has said what the user may see.
 */

declare global {
  /** The whole menu, and the shapes of its icons. Set by the build. */
  const EARLY_MENU: readonly EarlyEntry[];
  const EARLY_ICONS: Readonly<Record<string, string>>;
}

/** Pages without the frame that signed-in users may see. */
const IS_ELSEWHERE =
  /^\/(admin\/login|second-factor|reset-password|invitation|preview|expired|terms|privacy|404)(\/|$)/;
const PLACEHOLDERS = 8;
const root = document.documentElement;
const { pathname } = location;

function make<N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Partial<HTMLElementTagNameMap[N]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[N] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function iconOf(name: string): Element {
  const template = make('template', { innerHTML: EARLY_ICONS[name] ?? '<i></i>' });
  return template.content.firstElementChild!;
}

function linkOf({ label, path = '', icon }: EarlyEntry, current: string | undefined, hasIcon: boolean): Element {
  const link = make('a', { href: path }, ...(hasIcon ? [iconOf(icon)] : []), make('span', {}, label));
  if (path === current) link.setAttribute('aria-current', 'page');
  return link;
}

function draw(entries: readonly EarlyEntry[]): void {
  const isNarrow = root.dataset.side === 'narrow';
  const current = linksOf(entries).find(({ path = '' }) => isUnder(pathname, path))?.path;
  const lines = entries.flatMap((entry, at) => {
    const { heading, label, icon, children } = entry;
    const above = heading && heading !== entries[at - 1]?.heading ? [make('b', {}, heading)] : [];
    if (!children) return [...above, linkOf(entry, current, true)];
    const isOpen = !isNarrow && children.some(({ path }) => path === current);
    const title = make('summary', {}, iconOf(icon), make('span', {}, label));
    return [
      ...above,
      make('details', { open: isOpen }, title, ...children.map((child) => linkOf(child, current, false))),
    ];
  });
  const nav = document.querySelector('.waiting-frame nav')!;
  const focused = nav.querySelector('a:focus-visible')?.getAttribute('href');
  nav.replaceChildren(...lines);
  if (focused) nav.querySelector<HTMLElement>(`a[href="${focused}"]`)?.focus();
}

const menuOf = ({ permissions }: SessionUser) =>
  allowedEntries(EARLY_MENU, (resource, action) => readPermission(permissions, resource, action).can);

const linksOf = (entries: readonly EarlyEntry[]) => entries.flatMap((entry) => entry.children ?? [entry]);

/** Requests the first rows of the list at the page's address, as `prefetchRows` would when the program has loaded. */
async function rowsFor(
  token: string,
  menu: Promise<readonly EarlyEntry[] | null>,
  contexts: Promise<SessionContext[] | null>,
): EarlyAnswers['rows'] {
  const { rows } = linksOf((await menu) ?? []).find(({ path }) => path === pathname) ?? {};
  if (!rows || location.search) return null;
  const known = (await contexts) ?? [];
  const chosen = localStorage.getItem(KEYS.currentContext);
  const { id } = known.find((context) => context.id === chosen) ?? known[0] ?? {};
  if (!id && rows.includes(CONTEXT)) return null;
  const address = rows.replace(CONTEXT, id ?? '');
  return { address, answer: ask(address, token) };
}

/** Only the shape of a menu, for users whose menu is not known yet. */
function drawPlaceholders(): void {
  const lines = Array.from({ length: PLACEHOLDERS }, () => make('div', {}, make('i', {})));
  document.querySelector('.waiting-frame nav')!.replaceChildren(...lines);
}

/** Requests what the program needs first. The answer is null when the server does not accept the token. */
async function ask<T>(path: string, token: string): Promise<T | null> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  try {
    const response = await fetch(`/api${path}`, { headers });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}

function isValid(token: string): boolean {
  const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(payload)).exp * 1_000 > Date.now();
}

const isPhone = () => matchMedia('(max-width: 900px)').matches;

/** On phones, opens and closes the menu; elsewhere, folds it and stores that, as the program does. */
function onToggle(button: HTMLElement): void {
  const isOpen = isPhone() ? root.toggleAttribute('data-menu') : root.dataset.side === 'narrow';
  button.setAttribute('aria-expanded', String(isOpen));
  if (isPhone()) return;
  if (isOpen) delete root.dataset.side;
  else root.dataset.side = 'narrow';
  localStorage.setItem(KEYS.sideMenu, String(isOpen));
}

/** Remembers the entry that has the keyboard's focus, which is lost when the program shows its own menu. */
function onFocus({ target }: FocusEvent): void {
  const link = (target as Element).matches(':focus-visible') ? (target as Element).getAttribute('href') : null;
  Object.assign(window, { earlyFocus: link });
}

/** Shows the frame, with the stored menu. */
function show(): void {
  root.dataset.waiting = 'frame';
  const isOpen = localStorage.getItem(KEYS.sideMenu) !== 'false';
  if (!isOpen) root.dataset.side = 'narrow';
  const toggle = document.querySelector<HTMLElement>('.waiting-frame button')!;
  toggle.setAttribute('aria-expanded', String(isOpen && !isPhone()));
  toggle.onclick = () => onToggle(toggle);
  document.querySelector<HTMLElement>('.waiting-frame')!.addEventListener('focusin', onFocus);
  const stored = JSON.parse(localStorage.getItem(KEYS.menu) ?? 'null') as EarlyEntry[] | null;
  if (stored) draw(stored);
  else drawPlaceholders();
}

function start(): void {
  const token = localStorage.getItem(KEYS.accessToken);
  if (!token || IS_ELSEWHERE.test(pathname)) return;
  // Asked before anything else is, since a slow line would otherwise bring the answers last.
  const isAsked = isValid(token);
  const user = isAsked ? ask<SessionUser>('/users/me', token) : Promise.resolve(null);
  const menu = user.then((me) => (me && !me.lacksFactor ? menuOf(me) : null));
  if (isAsked) {
    const contexts = ask<SessionContext[]>('/sessions/me/contexts', token);
    const notices = user.then((me) =>
      me && readPermission(me.permissions, 'notices', 'list').can ? ask('/notices', token) : null,
    );
    const byPath = { '/users/me': user, '/sessions/me/contexts': contexts, '/notices': notices };
    const rows = rowsFor(token, menu, contexts).catch(() => null);
    const early: EarlyAnswers = { token, byPath, rows };
    Object.assign(window, { early });
  }
  // Called by index.html when the parser has reached the frame.
  (window as { showEarlyFrame?: () => void }).showEarlyFrame = () => {
    show();
    void menu.then((entries) => entries && draw(entries));
  };
}

try {
  start();
} catch {
  // Without storage, or with a token of another form, the program shows everything.
}
