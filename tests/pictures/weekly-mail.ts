import { randomUUID } from 'node:crypto';
import { writeWeeklyEmail } from '../../src/server/insight/weekly-mail/write-email.ts';
import { writeHtml } from '../../src/server/mail/blocks.ts';

/** The address at which an email is shown as in an email client. */
export const WEEKLY_MAIL_PATH = '/carta-da-semana';

const WEEK = {
  monday: '2026-11-23',
  from: '2026-11-16',
  to: '2026-11-22',
  before: { from: '2026-11-09', to: '2026-11-15' },
};
const named = (...titles: string[]) => titles.map((title) => ({ id: randomUUID(), title }));

/** The HTML of the weekly email about a busy week, written by the server's code. */
export function weeklyMailHtml(url: string): string {
  const read = {
    now: { conversations: 1_284, interactions: 3_406, helped: 3_104, shown: 96, declined: 96, credits: 681.2 },
    before: { conversations: 1_102, interactions: 3_011, helped: 2_702, shown: 96, declined: 120, credits: 0 },
    gaps: [
      { id: randomUUID(), question: 'Vocês alugam guarda-chuva?', count: 12 },
      {
        id: randomUUID(),
        question: 'Dá para trocar um presente sem a nota, se a etiqueta ainda estiver na peça?',
        count: 7,
      },
      { id: randomUUID(), question: 'Tem aula de violino?', count: 1 },
    ],
    failed: named('Promoções da semana'),
    vanished: named('Cesta de Natal: monte a sua com queijos, doces e vinhos da serra'),
    old: 14,
  };
  const urls = { console: url, stop: `${url}/api/weekly-mail/stop/exemplo` };
  const { subject, blocks } = writeWeeklyEmail({ name: 'Helena', account: 'Empório Serra Azul' }, WEEK, read, urls);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title>`;
  return `<!doctype html><html lang="pt-BR">${head}<body style="margin:16px;background:#fff"><main>${writeHtml(blocks)}</main></html>`;
}
