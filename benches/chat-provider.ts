import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * A provider for `npm run bench:chat`, in a process of its own: answers POST /v1/chat/completions as OpenAI does with the
 * first passages that it was sent, token by token: the first after FIRST_MS, then one each EVERY_MS, as many as the model's
 * name says. Sends its port to its parent.
 */
const FIRST_MS = 40;
const EVERY_MS = 25;

/** Letters of a token, about. */
const TOKEN = /\s*\S{1,4}/g;
const FENCED = /<<<TRECHOS (\w+)>>>\n([^]*?)\n<<<FIM \1>>>/;

/** What the passages of a prompt say, without what names them. */
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
    const asked = JSON.parse(body) as { model: string; messages: { content: string }[] };
    const tokens = tokensOf(asked.messages.at(-1)!.content);
    // Ends with a whole word.
    const end = tokens.findIndex((token, at) => at >= Number(asked.model) && /^\s/.test(token));
    const said = end < 0 ? tokens : tokens.slice(0, end);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await wait(FIRST_MS);
    for (const content of said) {
      response.write(chunk({ content }));
      await wait(EVERY_MS);
    }
    const usage = { prompt_tokens: 900, completion_tokens: said.length, total_tokens: 900 + said.length };
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
