import type { PersonContact } from '../shared/chat-protocol.ts';
import type { Turn } from './conversation.ts';
import { button, element } from './element.ts';
import * as words from './words.ts';

/** Characters: some mail programs truncate longer links. */
const SUMMARY_MAX = 1_200;
const QUESTION_MAX = 200;
const ANSWER_MAX = 240;

/** With a summary of the conversation; `leave` gets the drawn group. Undefined if there is no way at all. */
export function drawPerson(
  { whatsapp, email }: PersonContact = {},
  turns: readonly Turn[],
  botName: string,
  leave?: ((group: HTMLElement) => void) | null,
  call?: false | (() => void),
): HTMLElement | undefined {
  const group = element('div', { class: 'person', role: 'group', 'aria-label': words.person });
  const add = (href: string, text: string) => {
    group.appendChild(
      element('a', { class: 'text-button', href, target: '_blank', rel: 'noopener noreferrer' }, [text]),
    );
  };
  if (call) group.appendChild(button({ class: 'text-button' }, [words.person], call));
  const text = encodeURIComponent(summaryOf(turns, botName));
  if (whatsapp) add(`https://wa.me/${whatsapp.replace(/\D/g, '')}?text=${text}`, words.whatsapp);
  if (email) {
    const address = encodeURIComponent(onOneLine(email)).replace('%40', '@');
    const subject = encodeURIComponent(onOneLine(words.subject(botName)));
    // RFC 6068 requires CRLF between lines.
    add(`mailto:${address}?subject=${subject}&body=${text.replace(/%0A/g, '%0D%0A')}`, words.email);
  }
  if (leave) group.appendChild(button({ class: 'text-button' }, [words.leaveMessage], () => leave(group)));
  return group.firstChild ? group : undefined;
}

/** The latest that fit, in chronological order. */
function summaryOf(turns: readonly Turn[], botName: string): string {
  const greeting = words.summary(botName);
  let summary = '';
  for (let at = turns.length - 1; at >= 0; at--) {
    const { question, answer } = turns[at]!;
    const one =
      `\n\n${words.visitorAsked}: ${cut(question, QUESTION_MAX)}` +
      (answer ? `\n${words.answered}: ${cut(answer.replace(/[*_`#~]+|[|:-]*---[|:\s-]*/g, ''), ANSWER_MAX)}` : '');
    if (summary && greeting.length + summary.length + one.length > SUMMARY_MAX) break;
    summary = one + summary;
  }
  return onOneLine(greeting + summary);
}

function cut(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? line.slice(0, maxLength - 1) + '…' : line;
}

/** Lone surrogates cannot be URL-encoded. */
const onOneLine = (text: string) => text.replace(/\p{Surrogate}/gu, '');
