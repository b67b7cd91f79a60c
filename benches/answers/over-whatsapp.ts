import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { createOutbound } from '../../src/server/outbound/outbound.ts';
import type { Services } from '../../src/server/runtime/services.ts';
import { jobHandlers } from '../../src/server/workers.ts';
import type { Phone, SentMessage } from '../../tests/support/whatsapp/emulator.ts';
import { openBench } from '../bench-server.ts';
import { openWhatsapp } from '../chat/whatsapp-answers.ts';
import { sendQuestion, storeBusiness, type WidgetReply } from './business-setup.ts';
import type { Business, SmallQuestion } from './businesses.ts';

const PHONES_AT_ONCE = 5;
const FIRST_NUMBER = 5_511_900_000_000;
const LOG = { debug() {}, info() {}, warn() {}, error: console.error } as never;

/** The letters and digits of a text, without the marks of Markdown and of WhatsApp. */
const bare = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}$%€]+/gu, '');

/** Returns how an answer on a phone differs from the widget's in more than marks; null if it does not. */
function differenceOf(widget: WidgetReply, messages: readonly SentMessage[]): string | null {
  const options = messages.flatMap((message) => message.options.map(({ id }) => id));
  const suggested = options.flatMap((id) => /^suggestion:([^:]+):/.exec(id)?.[1] ?? []);
  if (suggested.join() !== widget.suggestions.join())
    return `suggestions: ${widget.suggestions.length} in the widget, ${suggested.length} on the phone`;
  const text = messages.map((message) => message.text).join('\n');
  return bare(text).startsWith(bare(widget.text)) ? null : `text: ${widget.text}\n    on the phone: ${text}`;
}

/** What was decided about each message, by channel. */
async function readDecisions(bench: Awaited<ReturnType<typeof openBench>>, accountId: string, type: string) {
  const { rows } = await bench.database.pool.query(
    `select m.question, m.outcome, m.answer, m.searched, m.sources, m.suggestions, c.interactions
     from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = $1 and c.type = $2`,
    [accountId, type],
  );
  return new Map(
    rows.map(({ question, interactions, ...rest }) => [`${interactions} ${question}`, JSON.stringify(rest)]),
  );
}

/** Asks every question in the widget and on an emulated WhatsApp, and prints where decisions or texts differ. */
export async function compareWhatsapp(businesses: readonly Business[]): Promise<void> {
  const bench = await openBench();
  const meta = await openWhatsapp();
  const outbound = createOutbound({ allow: [meta.host], userAgent: 'bench' });
  const services: Services = {
    ...bench.services,
    ...{ outbound, env: { ...bench.services.env, WHATSAPP_API_URL: meta.url } },
  };
  const worker = startWorker(services.db, jobHandlers(services, LOG), LOG);
  const app = await createApp({ services });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const sum = { questions: 0, decisions: 0, differing: 0, texts: 0 };
  let number = FIRST_NUMBER;

  const untilAnswered = async (accountId: string, { number: peer }: Phone): Promise<void> => {
    const waiting = `select 1 from channel_contacts c where c.account_id = $1 and c.peer = $2 and (
      exists (select from channel_events e where e.account_id = $1 and e.contact_id = c.id and e.state = 'waiting')
      or exists (select from channel_sends s where s.account_id = $1 and s.contact_id = c.id
        and s.state in ('queued', 'sending')))`;
    while ((await bench.database.pool.query(waiting, [accountId, peer])).rows.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };

  for (const business of businesses) {
    const { contextId, accountId, userId } = await storeBusiness(bench, business);
    const who = { accountId, userId, role: 'OWNER' } as const;
    const { accessToken } = await openSession(services, who, { method: 'password', ip: '127.0.0.1' });
    await meta.connect(address, accessToken, contextId);
    const ask = async ({ q, after }: SmallQuestion): Promise<void> => {
      const phone = meta.phone(String((number += 1)));
      const texts = after === undefined ? [q] : [after, q];
      let conversationId: string | undefined;
      for (const [at, question] of texts.entries()) {
        const url = `${address}/api/widgets/${contextId}/messages`;
        const widget = await sendQuestion(url, { question, ...(conversationId && { conversationId }) });
        ({ conversationId } = widget);
        const before = phone.inbox().length;
        await phone.says(question);
        await untilAnswered(accountId, phone);
        // The first word gets a notice before its answer.
        const difference = differenceOf(widget, phone.inbox().slice(at === 0 ? 1 : before));
        sum.questions += 1;
        if (difference === null) continue;
        sum.texts += 1;
        console.log(`${business.business}: ${texts.slice(0, at + 1).join(' → ')}\n    ${difference}`);
      }
    };
    const queue = [...business.questions];
    const askNext = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await ask(next);
    };
    await Promise.all(Array.from({ length: PHONES_AT_ONCE }, askNext));
    const site = await readDecisions(bench, accountId, 'widget');
    const whatsapp = await readDecisions(bench, accountId, 'whatsapp');
    for (const [question, decision] of site) {
      sum.decisions += 1;
      if (whatsapp.get(question) === decision) continue;
      sum.differing += 1;
      console.log(`${business.business}: ${question}\n    ${decision}\n    on WhatsApp: ${whatsapp.get(question)}`);
    }
  }
  console.log(
    `${businesses.length} businesses, ${sum.questions} questions in the widget and on WhatsApp: ` +
      `${sum.texts} answers differ in more than their marks, and ${sum.differing} of ${sum.decisions} decisions (goal: 0)`,
  );
  await worker.stop();
  await app.close();
  meta.close();
  await outbound.close();
  await bench.close();
}
