import { createParser } from 'eventsource-parser';
import { errorWords } from './error-words.ts';

type Fields = Record<string, unknown>;

const DONE = '[DONE]';

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function errorIn(value: Fields, choice: Fields): Fields | null {
  const error = [value.error, choice.error].find(Boolean);
  const isError = error !== undefined || value.object === 'error' || choice.finish_reason === 'error';
  if (!isError) return null;
  const { type, code } = isObject(error) ? error : value;
  return {
    error: {
      message: errorWords(error ?? value),
      type: textOf(type),
      code: code === undefined ? undefined : String(code),
    },
  };
}

function usageIn({ usage }: Fields): Fields | undefined {
  if (!isObject(usage)) return undefined;
  const counts = ['prompt_tokens', 'completion_tokens', 'total_tokens'].map((name) => [name, usage[name]] as const);
  return Object.fromEntries(counts.filter(([, count]) => typeof count === 'number'));
}

/** What the SDK can read; null for nothing. We never offer tools. */
function chunkOf(value: unknown): Fields | null {
  if (!isObject(value)) return null;
  const first: unknown = Array.isArray(value.choices) ? value.choices[0] : undefined;
  const choice = isObject(first) ? first : {};
  const error = errorIn(value, choice);
  if (error) return error;
  const usage = usageIn(value);
  // `message` instead of `delta` is the format of a whole answer, `text` that of the older completions.
  const said = [choice.delta, choice.message].find(isObject) ?? { content: choice.text };
  const content = Array.isArray(said.content)
    ? said.content.filter(isObject).filter(({ type }) => textOf(type))
    : textOf(said.content);
  const delta = {
    content,
    reasoning_content: textOf(said.reasoning_content) ?? textOf(said.reasoning),
    refusal: textOf(said.refusal),
  };
  const finish = textOf(choice.finish_reason);
  const isEmpty = !usage && finish === undefined && Object.values(delta).every((part) => part === undefined);
  if (isEmpty) return null;
  return { choices: [{ index: 0, delta, finish_reason: finish ?? null }], ...(usage && { usage }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Leaves out unreadable events, ends at `[DONE]` without a finish reason, accepts a whole JSON answer. */
function readableChunks(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let controller: TransformStreamDefaultController<Uint8Array>;
  let hasEnded = false;
  let isStream: boolean | null = null;
  let whole = '';

  const send = (chunk: Fields | null) => {
    if (chunk) controller.enqueue(encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`));
    hasEnded ||=
      isObject((chunk?.choices as Fields[] | undefined)?.[0]) &&
      (chunk!.choices as Fields[])[0]!.finish_reason !== null;
  };
  const finish = () => {
    if (!hasEnded) send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  };
  const parser = createParser({
    onEvent({ data }) {
      // Some servers separate chunks by one line break only, which joins them into one event.
      for (const one of parse(data) === null ? data.split('\n') : [data]) {
        if (one.trim() === DONE) finish();
        else send(chunkOf(parse(one)));
      }
    },
  });

  function read(text: string): void {
    isStream ??= /\S/.test(text) ? !/^\s*[{[]/.test(text) : null;
    if (isStream) parser.feed(text);
    else if (isStream === false) whole += text;
  }

  return new TransformStream({
    start: (own) => void (controller = own),
    transform: (bytes) => read(decoder.decode(bytes, { stream: true })),
    flush() {
      read(decoder.decode());
      // The last event may lack the empty line after it.
      if (isStream) return parser.feed('\n\n');
      const chunk = chunkOf(parse(whole));
      send(chunk);
      if (chunk?.choices) finish();
    },
  });
}

/** Successful responses become streams of chat completion chunks. */
export function readTolerantly(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || !response.body) return response;
    return new Response(response.body.pipeThrough(readableChunks()), {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
}
