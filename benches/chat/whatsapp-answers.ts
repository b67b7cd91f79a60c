import { type Emulator, startEmulator } from '../../tests/support/whatsapp/emulator.ts';

const PHONES = 40;
const QUESTIONS = 5;
/** How many phones write at once. */
const AT_ONCE = 5;
const GOAL_MS = 1_000;
/** Questions of each phone that it asks without waiting for answers. */
const TOGETHER = 3;
const LATE_PHONES = 10;

interface KnownAnswer {
  question: string;
  answer: string;
}

/** Opens an emulated Meta, which delivers to the channel that `measure` connects. */
export async function openWhatsapp() {
  let webhook = '';
  const meta: Emulator = await startEmulator(async ({ body, headers }) => {
    const response = await fetch(webhook, { method: 'POST', headers, body: new Uint8Array(body) });
    return response.status;
  });

  /** Connects a channel of a context. Throws if the product refuses it. */
  async function connect(origin: string, accessToken: string, contextId: string): Promise<void> {
    const { phoneNumberId, wabaId, token, appSecret } = meta.numbers;
    const channel = { contextId, name: 'Bench', phoneNumberId, wabaId, accessToken: token, appSecret, isOn: true };
    const response = await fetch(`${origin}/api/channels`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...channel, silentHours: 4 }),
    });
    if (!response.ok) throw new Error(await response.text());
    webhook = `${origin}/api/webhooks/whatsapp/${((await response.json()) as { id: string }).id}`;
  }

  /**
   * Each phone asks one question after the other and waits for its answer, and then several at once. Other phones write what
   * arrives only after the window of 24 hours, in which the business may answer, has closed.
   */
  async function measure(asked: readonly KnownAnswer[], shown: (times: readonly number[]) => string): Promise<void> {
    const times: number[] = [];
    const sum = { lost: 0, doubled: 0, outOfOrder: 0 };
    const late = Array.from({ length: LATE_PHONES }, (_, n) => meta.phone(String(5_511_800_000_000 + n)));
    const timestamp = String(Math.floor(Date.now() / 1_000) - 25 * 3_600);
    for (const phone of late) await phone.says(asked[0]!.question, { timestamp });
    const talk = async (n: number): Promise<void> => {
      const phone = meta.phone(String(5_511_900_000_000 + n));
      const pairs = Array.from({ length: QUESTIONS + TOGETHER }, (_, turn) => asked[(n + turn) % asked.length]!);
      // The notice of the first word comes before the first answer.
      const untilAnswered = async (count: number) => {
        for (let waited = 0; waited < 3_000 && phone.inbox().length < count + 1; waited += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        return phone.inbox().length > count;
      };
      for (const [at, { question }] of pairs.slice(0, QUESTIONS).entries()) {
        const startedAt = performance.now();
        await phone.says(question);
        if (await untilAnswered(at + 1)) times.push(performance.now() - startedAt);
      }
      for (const { question } of pairs.slice(QUESTIONS)) await phone.says(question);
      await untilAnswered(pairs.length);
      const answers = phone.inbox().slice(1);
      sum.lost += Math.max(0, pairs.length - answers.length);
      sum.doubled += Math.max(0, answers.length - pairs.length);
      sum.outOfOrder += answers.filter(({ text }, at) => !text.includes(pairs[at]?.answer ?? '')).length;
    };
    let next = 0;
    const work = async () => {
      while (next < PHONES) await talk(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const outside = meta.calls.filter(({ body }) => late.some(({ number }) => number === body?.to)).length;
    const all = PHONES * QUESTIONS;
    console.log(`WhatsApp, ${all} questions of ${PHONES} phones, ${AT_ONCE} at once (goal: p95 under ${GOAL_MS} ms)`);
    console.log(`  from the phone and back  ${shown(times)}`);
    console.log(
      `  then ${TOGETHER} questions of each without waiting, and ${LATE_PHONES} phones outside the window of 24 hours`,
    );
    console.log(
      `  lost ${sum.lost}, doubled ${sum.doubled}, out of order ${sum.outOfOrder}, outside the window ${outside} (goal: 0)`,
    );
  }
  return { url: meta.url, host: meta.host, phone: meta.phone, connect, measure, close: () => meta.close() };
}
