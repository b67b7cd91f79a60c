import { type Emulator, startEmulator } from '../../tests/support/whatsapp/emulator.ts';

const PHONES = 40;
const QUESTIONS = 5;
/** How many phones write at once. */
const AT_ONCE = 5;
const GOAL_MS = 1_000;

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

  /** Each phone asks one question after the other, and waits for its answer. */
  async function measure(ask: readonly string[], shown: (times: readonly number[]) => string): Promise<void> {
    const times: number[] = [];
    const sum = { lost: 0, doubled: 0 };
    const talk = async (n: number): Promise<void> => {
      const phone = meta.phone(String(5_511_900_000_000 + n));
      for (let turn = 0; turn < QUESTIONS; turn += 1) {
        // The notice of the first word comes before the first answer.
        const wanted = turn + 2;
        const startedAt = performance.now();
        await phone.says(ask[(n + turn) % ask.length]!);
        for (let waited = 0; waited < 3_000 && phone.inbox().length < wanted; waited += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        if (phone.inbox().length < wanted) sum.lost += 1;
        else times.push(performance.now() - startedAt);
        sum.doubled += Math.max(0, phone.inbox().length - wanted);
      }
    };
    let next = 0;
    const work = async () => {
      while (next < PHONES) await talk(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const all = PHONES * QUESTIONS;
    console.log(`WhatsApp, ${all} questions of ${PHONES} phones, ${AT_ONCE} at once (goal: p95 under ${GOAL_MS} ms)`);
    console.log(`  from the phone and back  ${shown(times)}`);
    console.log(`  lost ${sum.lost}, doubled ${sum.doubled} (goal: 0)`);
  }
  return { url: meta.url, host: meta.host, phone: meta.phone, connect, measure, close: () => meta.close() };
}
