import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueWeeklyMails } from '../../src/server/insight/weekly-mail/send-weekly.ts';
import { weekDue } from '../../src/server/insight/weekly-mail/week.ts';
import { claimJobs } from '../../src/server/jobs/queue.ts';
import { mailWorker } from '../../src/server/mail/emails.ts';
import { openMailer } from '../../src/server/mail/mail.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

/** A Monday at 8 a.m. in São Paulo. */
const MONDAY = new Date('2026-11-23T11:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

test('the email about last week is due from Monday at 8 a.m. in São Paulo, for three days', () => {
  const week = weekDue(MONDAY);
  expect(week).toEqual({
    monday: '2026-11-23',
    from: '2026-11-16',
    to: '2026-11-22',
    before: { from: '2026-11-09', to: '2026-11-15' },
  });
  expect(weekDue(new Date('2026-11-23T10:59:59Z'))).toBeNull();
  expect(weekDue(new Date('2026-11-25T20:00:00Z'))).toEqual(week);
  expect(weekDue(new Date('2026-11-26T12:00:00Z'))).toBeNull();
  expect(weekDue(new Date('2026-11-29T12:00:00Z'))).toBeNull();
});

/** Inserts a week of figures and two questions without an answer. */
async function live(caller: Caller): Promise<void> {
  const { pool } = server.services.db;
  const figures = (day: string, [conversations, interactions, helped, declined]: number[]) =>
    pool.query(
      `insert into daily_figures (account_id, context_id, day, type, conversations, interactions, helped, declined, credits)
       values ($1, $2, $3, 'widget', $4, $5, $6, $7, 1500)`,
      [caller.accountId, caller.contextId, day, conversations, interactions, helped, declined],
    );
  await figures('2026-11-17', [30, 60, 44, 10]);
  await figures('2026-11-10', [20, 50, 40, 10]);
  const conversation = crypto.randomUUID();
  await pool.query(
    `insert into conversations (account_id, id, context_id, type, first_question, started_at)
     values ($1, $2, $3, 'widget', 'x', '2026-11-17')`,
    [caller.accountId, conversation, caller.contextId],
  );
  for (const question of ['Vocês alugam toalhas?', 'Dá para alugar <toalha> com vocês?']) {
    await pool.query(
      `insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, model, created_at)
       values ($1, $2, $3, $4, 'Não sei.', false, 'unknown', 'embedded', '2026-11-17')`,
      [caller.accountId, conversation, crypto.randomUUID(), question],
    );
  }
}

const weeklyOf = async (caller: Caller): Promise<Email[]> =>
  (await server.mailsTo(caller.email)).filter(({ subject }) => subject?.startsWith('Sua semana'));
const headerOf = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value;

describe('the weekly email', () => {
  test('is sent once by concurrent processes, only to accounts with visitors, with a one-click unsubscribe link', async () => {
    const [owner, silent] = [await server.signUp({ name: 'Helena' }), await server.signUp()];
    await live(owner);
    const { db } = server.services;
    const counts = await Promise.all(Array.from({ length: 4 }, () => queueWeeklyMails(db, MONDAY)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    const [mail] = await until(async () => {
      const mails = await weeklyOf(owner);
      return mails.length > 0 && mails;
    });
    expect(mail!.subject).toBe('Sua semana na Prosa: 30 conversas');
    expect(mail!.text).toContain('Conversas: 30 (50% mais que na semana anterior)');
    expect(mail!.text).toContain('Perguntas que o assistente resolveu: 44 (10% mais que na semana anterior)');
    expect(mail!.text).toContain('Perguntas sem resposta: 10 (igual à semana anterior)');
    expect(mail!.text).toContain('(2 vezes)');
    expect(mail!.html).not.toContain('<toalha>');
    expect(mail!.html).toMatch(/\/knowledge-gaps\/[0-9a-f-]{36}/);
    expect(await queueWeeklyMails(db, MONDAY)).toBe(0);
    expect(await weeklyOf(owner)).toHaveLength(1);
    expect(await weeklyOf(silent)).toEqual([]);

    // One-click unsubscribe works without signing in. Opening the page alone changes nothing.
    const url = /^<(.+)>$/.exec(headerOf(mail!, 'list-unsubscribe') ?? '')![1]!;
    expect(headerOf(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail!.text).toContain(url);
    const { pathname } = new URL(url);
    const page = await server.call({ method: 'GET', url: pathname });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form method="post">');
    expect((await owner.get('/weekly-mail')).body).toEqual({ isOn: true });
    const forged = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const click = (path: string) =>
      server.call({ method: 'POST', url: path, headers, payload: 'List-Unsubscribe=One-Click' });
    expect((await click(forged)).text).toContain('não vale');
    expect((await owner.get('/weekly-mail')).body).toEqual({ isOn: true });
    expect((await click(pathname)).status).toBe(200);
    expect((await owner.get('/weekly-mail')).body).toEqual({ isOn: false });
    const next = new Date(MONDAY.getTime() + 7 * 86_400_000);
    expect(await queueWeeklyMails(db, next)).toBe(0);
    expect((await owner.put('/weekly-mail', { isOn: true })).status).toBe(204);
    expect(await queueWeeklyMails(db, next)).toBe(1);
    const admin = await server.as(owner, 'ADMIN');
    expect((await admin.get('/weekly-mail')).status).toBe(403);
  });

  test('is sent by SMTP with its headers, text and HTML', async () => {
    const quiet = await startServer({ worker: false });
    const received: Buffer[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          received.push(Buffer.concat(parts));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = smtp.server.address() as { port: number };
      const { db, env } = quiet.services;
      const weeklyMail = {
        to: 'dona@empresa.com.br',
        subject: 'Sua semana',
        stopUrl: 'http://prosa.test/api/weekly-mail/stop/x',
        blocks: [{ kind: 'heading', text: 'O que ficou' }],
      };
      const accountId = crypto.randomUUID();
      await db.pool.query(`insert into accounts (id, type, name) values ($1, 'PERSONAL', 'x')`, [accountId]);
      await db.pool.query(
        `insert into jobs (account_id, id, kind, subject_id, payload) values ($1, $2, 'mail', $2, $3)`,
        [accountId, crypto.randomUUID(), weeklyMail],
      );
      const mailer = openMailer({ ...env, SMTP_URL: `smtp://127.0.0.1:${port}` });
      const [job] = await claimJobs(db);
      await mailWorker(db, mailer, () => undefined).run(job!, AbortSignal.timeout(10_000));
      const mail = await PostalMime.parse(received[0]!);
      expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${weeklyMail.stopUrl}>`);
      expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(mail.text).toContain('O QUE FICOU');
      expect(mail.html).toContain('<h2');
    } finally {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await quiet.close();
    }
  });
});
