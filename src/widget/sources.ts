import type { Source } from '../shared/chat-protocol.ts';
import { externalLink, safeAddress } from './address.ts';
import { button, element, empty, icon } from './element.ts';
import { AWAY, CLOSE, DOCUMENT } from './icons.ts';
import * as words from './words.ts';

let made = 0;

/** Chips with a card each, one open at a time. `last` goes at the end of their row. */
export function drawFoot(sources: readonly Source[], last: Node, changed: () => void): HTMLElement {
  const id = `prosa-source-${++made}`;
  const chips: HTMLButtonElement[] = [];
  const card = element('div', { class: 'card', id, role: 'group' });
  card.hidden = true;
  let opened = -1;

  const show = (index: number) => {
    opened = index;
    for (let at = 0; at < chips.length; at++) chips[at]!.setAttribute('aria-expanded', String(at === index));
    card.hidden = index < 0;
    empty(card);
    if (index >= 0) fillCard(card, sources[index]!, () => close());
    changed();
  };
  const close = () => {
    const chip = chips[opened];
    show(-1);
    chip?.focus();
  };

  const row = element(
    'div',
    sources.length > 0 ? { class: 'chips', role: 'group', 'aria-label': words.sources } : { class: 'chips' },
  );
  for (let at = 0; at < sources.length; at++) {
    const source = sources[at]!;
    const chip = button(
      { class: 'chip', 'aria-expanded': 'false', 'aria-controls': id, title: nameOf(source) },
      [icon(DOCUMENT, 14), element('span', {}, [nameOf(source)])],
      () => show(opened === at ? -1 : at),
    );
    chips.push(chip);
    row.appendChild(chip);
  }
  row.appendChild(last);
  const drawn = element('div', { class: 'foot' }, [row, card]);
  drawn.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || opened < 0) return;
    event.stopPropagation();
    close();
  });
  return drawn;
}

const nameOf = (source: Source) => source.title + (source.page ? `, p. ${source.page}` : '');

function fillCard(card: HTMLElement, source: Source, close: () => void): void {
  card.setAttribute('aria-label', source.title);
  const head = element('div', { class: 'card-head' }, [
    element('strong', {}, [source.title]),
    button({ class: 'small-button', 'aria-label': words.closeSource }, [icon(CLOSE, 16)], close),
  ]);
  card.appendChild(head);
  const path: string[] = [];
  if (source.page) path.push(`${words.page} ${source.page}`);
  if (source.heading && source.heading !== source.title) path.push(source.heading);
  if (path.length > 0) card.appendChild(element('p', { class: 'meta' }, [path.join(' · ')]));
  card.appendChild(element('blockquote', {}, [source.excerpt]));
  const href = source.url ? safeAddress(source.url) : undefined;
  if (!href) return;
  const link = externalLink(href, [words.openSource, icon(AWAY, 14)]);
  link.setAttribute('aria-label', `${words.openSource}: ${source.title} (${words.newTab})`);
  card.appendChild(link);
}
