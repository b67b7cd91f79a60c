import { t } from '../../runtime/translate.ts';
import type { MailBlock } from '../../mail/mail.ts';
import type { Week } from './week.ts';
import type { WeekRead } from './read-week.ts';

const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const written = (value: number) => whole.format(value);
const short = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: 'numeric', month: 'long' });
const day = (iso: string) => short.format(new Date(`${iso}T00:00:00Z`));

const of = (key: string, values: Record<string, unknown> = {}) => t(`mails.weekly.${key}`, values);

/** How a figure stands to that of the week before, in words. */
function trend(now: number, past: number): string {
  if (past === 0) return of(now === 0 ? 'trend.none' : 'trend.first');
  const percent = Math.round((100 * Math.abs(now - past)) / past);
  if (percent === 0) return of('trend.same');
  return of(now > past ? 'trend.more' : 'trend.less', { percent });
}

function figures({ now, before }: WeekRead): MailBlock {
  const line = (name: string, value: number, past: number) => ({
    ...{ label: of(`figures.${name}`), value: written(value), note: trend(value, past) },
  });
  return {
    kind: 'figures',
    figures: [
      line('conversations', now.conversations, before.conversations),
      line('helped', now.helped, before.helped),
      line('declined', now.declined, before.declined),
      line('credits', now.credits, before.credits),
    ],
  };
}

function gapBlocks({ gaps }: WeekRead, url: string): MailBlock[] {
  if (gaps.length === 0) return [];
  const items = gaps.map(({ id, question, count }) => ({
    ...{ text: question, note: of('times', { count, written: written(count) }), url: `${url}/knowledge-gaps/${id}` },
  }));
  return [
    { kind: 'heading', text: of('gaps') },
    { kind: 'list', items },
    { kind: 'button', text: of('seeGaps'), url: `${url}/knowledge-gaps?days=7` },
  ];
}

function staleBlocks({ failed, vanished, old }: WeekRead, url: string): MailBlock[] {
  const item =
    (note: string) =>
    ({ id, title }: { id: string; title: string }) => ({
      ...{ text: title, note: of(note), url: `${url}/knowledge-base/content/edit/${id}` },
    });
  const items = [...failed.map(item('failed')), ...vanished.map(item('vanished'))];
  const aged =
    old > 0 ? [{ text: of('old', { count: old, written: written(old) }), url: `${url}/knowledge-base/content` }] : [];
  if (items.length + aged.length === 0) return [];
  return [
    { kind: 'heading', text: of('stale') },
    { kind: 'list', items: [...items, ...aged] },
  ];
}

/** Whether there was anything that a letter could tell. */
export const isSilent = ({ now, before, gaps }: WeekRead): boolean =>
  now.conversations + now.interactions + before.conversations + before.interactions + gaps.length === 0;

/** The letter about a week, as blocks. @param urls where the console is, and where the letters are stopped. */
export function writeLetter(
  { name, account }: { name: string; account: string },
  week: Week,
  read: WeekRead,
  urls: { console: string; stop: string },
): { subject: string; blocks: MailBlock[] } {
  const values = { account, from: day(week.from), to: day(week.to), count: read.now.conversations };
  return {
    subject: of('subject', { ...values, written: written(read.now.conversations) }),
    blocks: [
      { kind: 'text', text: of('hello', { name, ...values }) },
      figures(read),
      ...gapBlocks(read, urls.console),
      ...staleBlocks(read, urls.console),
      { kind: 'text', text: of('more'), url: urls.console },
      { kind: 'foot', text: of('stop'), link: of('stopLink'), url: urls.stop },
    ],
  };
}
