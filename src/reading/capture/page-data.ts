import type { Block } from '../blocks.ts';
import { collapsed, type PageElement, rawText } from './page-tree.ts';

const SCRIPT_MAX = 3_000_000;
const TEXTS_MAX = 500;
const DEPTH_MAX = 20;

const TITLE = /^(?:title|heading|headline|name|question|label|titulo|nome|pergunta)$/i;
/** A sentence. Shorter texts are settings of the program, except for titles. */
const SENTENCE = /\p{L}{2,}(?:[^\p{L}]+\p{L}+){3}/u;
const NOT_TEXT = /^(?:https?:|data:|[{[])|[{}<>]|\b(?:function|var|px)\b/;

const plainText = (value: string) => collapsed(value.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' '));

/** JSON that scripts draw (Next.js, Nuxt and others). For pages that have no other text. */
export function pageData(scripts: readonly PageElement[]): Block[] {
  const blocks: Block[] = [];
  const seen = new Set<string>();
  const collect = (value: unknown, key: string, depth: number): void => {
    if (depth > DEPTH_MAX || blocks.length >= TEXTS_MAX) return;
    if (typeof value === 'string') {
      const text = plainText(value);
      const isTitle = TITLE.test(key) && /\p{L}{2}/u.test(text) && text.length <= 120;
      if (seen.has(text) || NOT_TEXT.test(text) || !(isTitle || SENTENCE.test(text))) return;
      seen.add(text);
      blocks.push(isTitle ? { kind: 'heading', text, level: 2 } : { kind: 'paragraph', text });
    } else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) collect(one, Array.isArray(value) ? key : name, depth + 1);
  };
  for (const script of scripts) {
    if (script.name !== 'script' || !/^application\/json$/i.test(script.attribs.type ?? '')) continue;
    const text = rawText(script);
    try {
      if (text.length <= SCRIPT_MAX) collect(JSON.parse(text), '', 0);
    } catch {
      // Not JSON, so no text.
    }
  }
  return blocks.some(({ kind }) => kind === 'paragraph') ? blocks : [];
}
