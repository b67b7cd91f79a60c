import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * A provider for `npm run bench:chat`, in a process of its own: answers POST /v1/chat/completions as OpenAI does, the
 * first delta after FIRST_MS, then one each EVERY_MS, as many as the model's name says. Sends its port to its parent.
 */
const FIRST_MS = 40;
const EVERY_MS = 25;

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'bench', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', async () => {
    const deltas = Number((JSON.parse(body) as { model: string }).model);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await wait(FIRST_MS);
    for (let n = 0; n < deltas; n++) {
      response.write(chunk(n === 0 ? { role: 'assistant', content: 'A ' } : { content: `palavra ${n} ` }));
      await wait(EVERY_MS);
    }
    const usage = { prompt_tokens: 900, completion_tokens: deltas, total_tokens: 900 + deltas };
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
