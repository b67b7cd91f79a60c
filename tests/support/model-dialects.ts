/** The request and response formats of the model providers. */

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export interface Dialect {
  isStream: boolean;
  /** Returns the system instructions and the last user message. */
  read(): { instructions: string; prompt: string };
  complete(text: string, usage: Usage | null, finish: string | null): unknown;
  begin(usage: Usage | null): string[];
  piece(text: string): string[];
  end(usage: Usage | null, finish: string | null): string[];
}

type Body = any;

const event = (data: unknown, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : ((content ?? []) as { text?: string }[]).map(({ text }) => text).join('');

function openai(body: Body): Dialect {
  const base = { id: 'chatcmpl-1', created: 1, model: body.model };
  const usageOf = (usage: Usage) => ({
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  });
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    event({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  return {
    isStream: body.stream === true,
    read: () => ({
      instructions: textOf(body.messages.find(({ role }: Body) => role === 'system' || role === 'developer')?.content),
      prompt: textOf(body.messages.at(-1).content),
    }),
    complete: (content, usage, finish_reason) => ({
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
      ...(usage && { usage: usageOf(usage) }),
    }),
    begin: () => [chunk({ role: 'assistant', content: '' })],
    piece: (content) => [chunk({ content })],
    end: (usage, finish) => [
      ...(finish ? [chunk({}, finish)] : []),
      ...(usage && body.stream_options?.include_usage ? [event({ ...base, choices: [], usage: usageOf(usage) })] : []),
      'data: [DONE]\n\n',
    ],
  };
}

function anthropic(body: Body): Dialect {
  const STOPS: Record<string, string> = { stop: 'end_turn', length: 'max_tokens' };
  const base = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model };
  const named = (data: { type: string }) => event(data, data.type);
  const stopOf = (finish: string | null) => ({ stop_reason: finish && (STOPS[finish] ?? finish), stop_sequence: null });
  const usageOf = (usage: Usage | null) => ({
    input_tokens: usage?.inputTokens ?? 0,
    output_tokens: usage?.outputTokens ?? 0,
  });
  return {
    isStream: body.stream === true,
    read: () => ({ instructions: textOf(body.system), prompt: textOf(body.messages.at(-1).content) }),
    complete: (text, usage, finish) => ({
      ...base,
      content: text === '' ? [] : [{ type: 'text', text }],
      ...stopOf(finish),
      usage: usageOf(usage),
    }),
    begin: (usage) => [
      named({
        type: 'message_start',
        message: { ...base, content: [], ...stopOf(null), usage: usageOf(usage) },
      } as Body),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as Body),
    ],
    piece: (text) => [named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as Body)],
    end: (usage, finish) => [
      named({ type: 'content_block_stop', index: 0 } as Body),
      named({ type: 'message_delta', delta: stopOf(finish), usage: usageOf(usage) } as Body),
      named({ type: 'message_stop' }),
    ],
  };
}

function google(body: Body, isStream: boolean): Dialect {
  const answer = (text: string, finish: string | null, usage: Usage | null) => ({
    candidates: [
      {
        content: { role: 'model', parts: text === '' ? [] : [{ text }] },
        index: 0,
        ...(finish && { finishReason: finish === 'length' ? 'MAX_TOKENS' : finish.toUpperCase() }),
      },
    ],
    ...(usage && {
      usageMetadata: {
        promptTokenCount: usage.inputTokens,
        candidatesTokenCount: usage.outputTokens,
        totalTokenCount: usage.inputTokens + usage.outputTokens,
      },
    }),
  });
  return {
    isStream,
    read: () => ({
      instructions: textOf(body.systemInstruction?.parts),
      prompt: textOf(body.contents.at(-1).parts),
    }),
    complete: (text, usage, finish) => answer(text, finish, usage),
    begin: () => [],
    piece: (text) => [event(answer(text, null, null))],
    end: (usage, finish) => [event(answer('', finish, usage))],
  };
}

/** Returns the format of a request; null when it is unknown. */
export function dialectOf(path: string, body: unknown): Dialect | null {
  if (path.endsWith('/chat/completions')) return openai(body);
  if (path.endsWith('/messages')) return anthropic(body);
  if (path.includes(':streamGenerateContent')) return google(body, true);
  if (path.includes(':generateContent')) return google(body, false);
  return null;
}
