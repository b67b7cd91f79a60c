/** As servers name the text of an error, in order of preference. */
const NAMES = ['error', 'message', 'detail', 'msg', 'errors', 'error_description'] as const;
const MAX_DEPTH = 6;

function wordsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
  const inner = Array.isArray(value) ? value : NAMES.map((name) => (value as Record<string, unknown>)[name]);
  for (const one of inner) {
    const words = wordsIn(one, depth + 1);
    if (words !== '') return words;
  }
  return '';
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `{error: {message}}`, `[{error}]`, `{object, message}`, `{detail: [{msg}]}`, text or a page. Empty for none. */
export function errorWords(body: unknown): string {
  const words = wordsIn(typeof body === 'string' ? parsed(body) : body);
  return words.replace(/<(script|style|head)\b[^]*?<\/\1>|<[^>]*>/gi, ' ').trim();
}
