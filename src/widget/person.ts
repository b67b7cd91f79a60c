import type { PersonContact } from '../shared/chat-protocol.ts';
import { element } from './element.ts';
import { words } from './words.ts';

/** The ways to a person, as links that open the visitor's own mail or WhatsApp. */
export function drawPerson({ whatsapp, email }: PersonContact): HTMLElement {
  const links: HTMLElement[] = [];
  const add = (href: string, text: string) => {
    links.push(element('a', { class: 'text-button', href, target: '_blank', rel: 'noopener noreferrer' }, [text]));
  };
  if (whatsapp) add(`https://wa.me/${whatsapp.replace(/\D/g, '')}`, words.whatsapp);
  if (email) add(`mailto:${encodeURIComponent(email).replace('%40', '@')}`, words.email);
  return element('div', { class: 'person', role: 'group', 'aria-label': words.person }, links);
}
