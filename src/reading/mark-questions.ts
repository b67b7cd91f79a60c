import type { Block } from './blocks.ts';

/** In characters: a longer question is a story, a longer text after one on its line is prose. */
const QUESTION_MAX = 200;
const INLINE_ANSWER_MAX = 600;

const MARKER = /^(?:[-•*]|\d{1,3}\s?[.)º–-]{1,2})\s+/;
const QUESTION_LABEL = /^(?:p|q|pergunta|dúvida)\s?\d{0,3}\s?[:.)–-]\s*/i;
const ANSWER_LABEL = /^(?:r|resp|resposta)\s?\d{0,3}\s?[:.)–-]\s*|^a:\s*/i;
/** One or more questions, and what follows them on the same line. */
const ASKS = /^((?:[^.!?…]+\?+[!?"”')\]]*\s*)+)(.*)$/s;

interface Line {
  block: Block;
  question: string | null;
  rest: string;
}

/**
 * A line that ends with a question mark, or is labelled (`P: …`), is the question of what follows, up to the next
 * question or heading. The last of a section takes as many blocks as the ones before, since the text may go on.
 */
export function markQuestions(blocks: readonly Block[]): Block[] {
  const marked: Block[] = [];
  let section: Line[] = [];
  const close = () => {
    for (const block of answersIn(section)) marked.push(block);
    section = [];
  };
  for (const block of blocks) {
    if (block.kind !== 'heading' && block.kind !== 'boilerplate' && block.question === undefined) {
      for (const line of linesOf(block)) section.push(line);
      continue;
    }
    close();
    marked.push(block);
  }
  close();
  return marked;
}

function linesOf(block: Block): Line[] {
  const texts = block.text.split('\n');
  if (!texts.some((text) => text.includes('?') || QUESTION_LABEL.test(text))) return [whole(block)];
  const lines = texts.map((text) => lineOf(block, text));
  return lines.some(({ question }) => question !== null) ? lines : [whole(block)];
}

const whole = (block: Block): Line => ({ block, question: null, rest: block.text });

function lineOf(block: Block, text: string): Line {
  const plain: Line = { block: { ...block, text }, question: null, rest: text };
  if (block.kind === 'table') {
    const [question = '', ...cells] = text.split(' | ');
    return cells.length > 0 && isQuestion(question) ? { ...plain, question, rest: cells.join(' | ') } : plain;
  }
  const unmarked = text.trim().replace(MARKER, '');
  const words = unmarked.replace(QUESTION_LABEL, '');
  const [, asked = '', rest = ''] = ASKS.exec(words) ?? [];
  if (isQuestion(asked.trim())) {
    return rest.length <= INLINE_ANSWER_MAX ? { ...plain, question: asked.trim(), rest } : plain;
  }
  const isLabelled = words !== unmarked && words.length > 0 && words.length <= QUESTION_MAX;
  return isLabelled ? { ...plain, question: `${words.replace(/[.:]$/, '')}?`, rest: '' } : plain;
}

const isQuestion = (text: string) => text.length <= QUESTION_MAX && /\S\s+\S.*\?/.test(text);

function answersIn(lines: readonly Line[]): Block[] {
  const starts = lines.flatMap(({ question }, at) => (question === null ? [] : [at]));
  if (starts.length === 0) return lines.map(({ block }) => block);
  const marked = lines.slice(0, starts[0]).map(({ block }) => block);
  let usual = 0;
  for (const [index, start] of starts.entries()) {
    const { question, rest, block } = lines[start]!;
    const next = starts[index + 1];
    const following = lines.slice(start + 1, next).map((one) => one.block);
    const own = Math.max(usual, rest === '' ? 1 : 0);
    const answers = next === undefined ? following.slice(0, own) : following;
    usual = Math.max(usual, answers.length);
    const first = rest === '' ? answers.shift() : { ...block, kind: 'paragraph' as const, text: rest };
    if (first === undefined) marked.push(block);
    else {
      const answer = { ...first, text: first.text.replace(ANSWER_LABEL, '') };
      for (const one of [answer, ...answers]) marked.push({ ...one, question: question! });
    }
    if (next === undefined) for (const one of following.slice(own)) marked.push(one);
  }
  return marked;
}
