import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * A model provider for `npm run bench -- chat`, in a separate process. Answers POST /v1/chat/completions like OpenAI, with
 * the beginning of the passages in the prompt, token by token: the first after FIRST_MS, then one every EVERY_MS. The
 * model's name is the number of tokens. Sends its port to its parent.
 */
const FIRST_MS = 40;
const EVERY_MS = 25;

/** About four letters per token. */
const TOKEN = /\s*\S{1,4}/g;
const FENCED = /<<<TRECHOS (\w+)>>>\n([^]*?)\n<<<FIM \1>>>/;

/** Returns the text of the passages in a prompt, without their labels. */
function tokensOf(prompt: string): string[] {
  const passages = FENCED.exec(prompt)?.[2] ?? 'Olá! Tudo certo por aqui.';
  const text = passages.replace(/^(?:\[\d+\] .*|Pergunta: .*)$/gm, '').replace(/^Resposta: /gm, '');
  return text.trim().match(TOKEN) ?? [];
}

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'bench', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', async () => {
    const completion = JSON.parse(body) as { model: string; messages: { content: string }[] };
    const tokens = tokensOf(completion.messages.at(-1)!.content);
    // Ends with a complete word.
    const end = tokens.findIndex((token, at) => at >= Number(completion.model) && /^\s/.test(token));
    const sent = end < 0 ? tokens : tokens.slice(0, end);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await wait(FIRST_MS);
    for (const content of sent) {
      response.write(chunk({ content }));
      await wait(EVERY_MS);
    }
    const usage = { prompt_tokens: 900, completion_tokens: sent.length, total_tokens: 900 + sent.length };
    response.end(
      `${chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}${chunk({}, { choices: [], usage })}data: [DONE]\n\n`,
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
});
process.on('disconnect', () => process.exit(0));
