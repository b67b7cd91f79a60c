import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';

/** With the buffers that are moved instead of copied. */
export type Sent<Part = unknown> = [part: Part, moved?: ArrayBuffer[]];

/** `others`: how many more parts follow on the port. */
export interface Task<Part = unknown> {
  first: Part;
  others: number;
  port: MessagePort;
}

/** The parts of a result, which are sent one by one, and then the rest of it. */
export type Results<Part, Result> = Generator<Sent<Part>, Result> | AsyncGenerator<Sent<Part>, Result>;

function receive<Part>({ first, others, port }: Task<Part>): Promise<Part[]> | Part[] {
  const parts = [first];
  if (others === 0) return parts;
  const { promise, resolve } = Promise.withResolvers<Part[]>();
  port.on('message', (part: Part) => {
    if (parts.push(part) > others) resolve(parts);
  });
  return promise.finally(() => port.removeAllListeners('message'));
}

/** It receives all parts of its work before it begins. */
export const threadTask =
  <Part, Answer, Result>(work: (parts: Part[]) => Results<Answer, Result>) =>
  async (task: Task<Part>): Promise<Result> => {
    const { port } = task;
    const results = work(await receive(task));
    for (;;) {
      const { done, value } = await results.next();
      if (done) return value;
      port.postMessage(value[0], value[1] ?? []);
      await once(port, 'message');
    }
  };
