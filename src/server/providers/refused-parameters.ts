import { errorWords } from './error-words.ts';
import type { ModelConfig } from './model-config.ts';
import { habitsOf } from './model-habits.ts';

interface PromptMessage {
  role: string;
  content: unknown;
}
interface RequestBody extends Record<string, unknown> {
  messages?: PromptMessage[];
}

/** An answer does not depend on them. `max_tokens` is first sent under its new name. */
const OPTIONAL = ['max_completion_tokens', 'max_tokens', 'temperature', 'stream_options', 'stream'];
/** Anthropic requires the others. */
const OPTIONAL_AT_ANTHROPIC = ['temperature'];
const SYSTEM_ROLE = 'system role';
const SYSTEM_ROLES = new Set(['system', 'developer']);
/** Longer texts repeat the request, in which every name occurs. */
const WORDS_MAX = 600;

function withoutSystemRole([first, second, ...rest]: PromptMessage[]): PromptMessage[] {
  if (!first || !second || !SYSTEM_ROLES.has(first.role))
    return [first, second, ...rest].filter((one) => one !== undefined);
  const content =
    typeof second.content === 'string'
      ? `${String(first.content)}\n\n${second.content}`
      : [{ type: 'text', text: first.content }, ...(second.content as unknown[])];
  return [{ ...second, content }, ...rest];
}

/** Refused instructions become the beginning of the first message. */
function withoutRefused(body: RequestBody, refused: ReadonlySet<string>): RequestBody {
  const { max_tokens: limit, ...rest } = body;
  const renamed = limit === undefined || !refused.has('max_tokens') ? body : { ...rest, max_completion_tokens: limit };
  const kept = Object.fromEntries(Object.entries(renamed).filter(([name]) => !refused.has(name))) as RequestBody;
  if (!refused.has(SYSTEM_ROLE) || !kept.messages) return kept;
  return { ...kept, messages: withoutSystemRole(kept.messages) };
}

function refusedBy(errorBody: string, sent: RequestBody, optional: readonly string[]): string | null {
  const words = errorWords(errorBody).slice(0, WORDS_MAX);
  const parameter = /"param"\s*:\s*"([\w.]+)"/.exec(errorBody)?.[1] ?? '';
  const isNamed = (name: string) => parameter === name || new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(words);
  const isAbout = (name: string) => {
    if (sent[name] === undefined) return false;
    // The plain word also occurs in other complaints.
    if (name === 'stream') return parameter === name || /['"`]stream['"`]/.test(words);
    return isNamed(name) || (name === 'max_completion_tokens' && isNamed('max_tokens'));
  };
  const field = optional.find(isAbout);
  if (field) return field;
  const hasSystemRole = SYSTEM_ROLES.has(sent.messages?.[0]?.role ?? '');
  return hasSystemRole && /\broles?\b/i.test(words) && /system|developer|\bonly user\b|alternate/i.test(words)
    ? SYSTEM_ROLE
    : null;
}

/** Sends again without what the server refuses, and remembers that. The last refusal is returned as it is. */
export function leaveOutRefused(fetch: typeof globalThis.fetch, config: ModelConfig): typeof globalThis.fetch {
  const habits = habitsOf(config);
  const optional = config.provider === 'anthropic' ? OPTIONAL_AT_ANTHROPIC : OPTIONAL;
  return async (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init);
    const body = JSON.parse(init.body) as RequestBody;
    let refused = habits.refused;
    for (;;) {
      const sent = withoutRefused(body, refused);
      const response = await fetch(input, { ...init, body: JSON.stringify(sent) });
      if (response.ok) habits.refused = new Set([...habits.refused, ...refused]);
      if (response.status !== 400 && response.status !== 422) return response;
      const text = await response.text();
      const more = refusedBy(text, sent, optional);
      const { status, statusText, headers } = response;
      if (more === null) return new Response(text, { status, statusText, headers });
      refused = new Set([...refused, more]);
    }
  };
}
