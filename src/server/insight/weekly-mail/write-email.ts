import { formatNumber } from '../../../shared/format.ts';
import type { MailBlock } from '../../mail/mail.ts';
import { dayAndMonth } from '../../runtime/calendar.ts';
import { t } from '../../runtime/translate.ts';
import type { WeekData } from './read-week.ts';
import type { Week } from './week.ts';

const label = (key: string, values: Record<string, unknown> = {}) => t(`mails.weekly.${key}`, values);

function trend(now: number, past: number): string {
  if (past === 0) return label(now === 0 ? 'trend.none' : 'trend.first');
  const percent = Math.round((100 * Math.abs(now - past)) / past);
  if (percent === 0) return label('trend.same');
  return label(now > past ? 'trend.more' : 'trend.less', { percent });
}

function figures({ now, before }: WeekData): MailBlock {
  const line = (name: string, value: number, past: number) => ({
    label: label(`figures.${name}`),
    value: formatNumber(value),
    note: trend(value, past),
  });
  return {
    kind: 'figures',
    figures: [
      line('conversations', now.conversations, before.conversations),
      line('helped', now.helped, before.helped),
      line('shown', now.shown, before.shown),
      line('declined', now.declined, before.declined),
      line('credits', now.credits, before.credits),
    ],
  };
}

function gapBlocks({ gaps }: WeekData, url: string): MailBlock[] {
  if (gaps.length === 0) return [];
  const items = gaps.map(({ id, question, count }) => ({
    text: question,
    note: label('times', { count, formatted: formatNumber(count) }),
    url: `${url}/knowledge-gaps/${id}`,
  }));
  return [
    { kind: 'heading', text: label('gaps') },
    { kind: 'list', items },
    { kind: 'button', text: label('seeGaps'), url: `${url}/knowledge-gaps?days=7` },
  ];
}

function staleBlocks({ failed, vanished, old }: WeekData, url: string): MailBlock[] {
  const item =
    (note: string) =>
    ({ id, title }: { id: string; title: string }) => ({
      text: title,
      note: label(note),
      url: `${url}/knowledge-base/content/edit/${id}`,
    });
  const items = [...failed.map(item('failed')), ...vanished.map(item('vanished'))];
  const aged =
    old > 0
      ? [{ text: label('old', { count: old, formatted: formatNumber(old) }), url: `${url}/knowledge-base/content` }]
      : [];
  if (items.length + aged.length === 0) return [];
  return [
    { kind: 'heading', text: label('stale') },
    { kind: 'list', items: [...items, ...aged] },
  ];
}

export const isEmptyWeek = ({ now, before, gaps }: WeekData): boolean =>
  now.conversations + now.interactions + before.conversations + before.interactions + gaps.length === 0;

/** `urls`: of the console and for unsubscribing. */
export function writeWeeklyEmail(
  { name, account }: { name: string; account: string },
  week: Week,
  read: WeekData,
  urls: { console: string; stop: string },
): { subject: string; blocks: MailBlock[] } {
  const values = { account, from: dayAndMonth(week.from), to: dayAndMonth(week.to), count: read.now.conversations };
  return {
    subject: label('subject', { ...values, formatted: formatNumber(read.now.conversations) }),
    blocks: [
      { kind: 'text', text: label('hello', { name, ...values }) },
      figures(read),
      ...gapBlocks(read, urls.console),
      ...staleBlocks(read, urls.console),
      { kind: 'text', text: label('more'), url: urls.console },
      { kind: 'foot', text: label('stop'), link: label('stopLink'), url: urls.stop },
    ],
  };
}
