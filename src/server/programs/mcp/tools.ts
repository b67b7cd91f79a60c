import { z } from 'zod';
import { QUESTION_MAX } from '../../../shared/constants.ts';
import type { ContentText } from '../../../shared/contents.ts';
import { faqBody } from '../../../shared/rules.ts';
import { t } from '../../runtime/translate.ts';

/** Calls an operation of the API as the same caller. Throws what it answers with an error. */
export type CallOperation = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer>;

export interface ToolQuestion {
  contextId: string;
  question: string;
}

export interface Tools {
  call: CallOperation;
  ask(asked: ToolQuestion): Promise<unknown>;
  search(asked: ToolQuestion): Promise<unknown>;
  /** The given one, or the only one that the caller sees. Throws without. */
  contextOf(contextId: string | undefined): Promise<string>;
}

interface ToolOf<Input> {
  /** Of the operation that the tool calls, which checks the permission itself: others are not offered. */
  needs: readonly [resource: string, action: string];
  title: string;
  /** In Portuguese, then in English: agents work in both. */
  description: string;
  isReadOnly: boolean;
  run(tools: Tools, input: Input): Promise<unknown>;
}
type Tool = ToolOf<unknown> & { input: z.ZodRawShape };

/** The protocol's server checks the input by the shape. */
const tool = <Shape extends z.ZodRawShape>(one: ToolOf<z.output<z.ZodObject<Shape>>> & { input: Shape }): Tool => ({
  ...one,
  run: (tools, input) => one.run(tools, input as z.output<z.ZodObject<Shape>>),
});

const inBoth = (portuguese: string, english: string) => `${portuguese}\n\n${english}`;

const contextId = z.uuid().optional().describe(t('mcp.contextId'));
const contentId = z.uuid().describe(t('mcp.contentId'));
const question = z.string().trim().min(1).max(QUESTION_MAX).describe(t('mcp.question'));
const faq = {
  question: faqBody.shape.question.describe(t('mcp.question')),
  answer: faqBody.shape.answer.describe(t('mcp.answer')),
};

/** With its text, of which the API gives 200 passages a call. */
export async function readContent(call: CallOperation, id: string): Promise<{ title: string; text: string }> {
  const content = await call<{ title: string }>('GET', `/contents/${id}`);
  const passages: string[] = [];
  for (let total = 1; passages.length < total;) {
    const page = await call<ContentText>('GET', `/contents/${id}/text?from=${passages.length}&limit=200`);
    total = page.data.length === 0 ? 0 : page.total;
    passages.push(...page.data.map(({ text }) => text));
  }
  return { ...content, text: passages.join('\n\n') };
}

export const TOOLS: Record<string, Tool> = {
  ask: tool({
    needs: ['chat', 'preview'],
    title: t('mcp.ask.title'),
    description: inBoth(
      t('mcp.ask.description'),
      'Asks the assistant, which answers only from the base. Returns the answer, its outcome and sources. May spend credits of the account.',
    ),
    input: { contextId, question },
    isReadOnly: true,
    run: async ({ ask, contextOf }, input) =>
      ask({ contextId: await contextOf(input.contextId), question: input.question }),
  }),
  search: tool({
    needs: ['contents', 'show'],
    title: t('mcp.search.title'),
    description: inBoth(
      t('mcp.search.description'),
      'Finds the passages of the base nearest to a question, without credits. Returns passages with the id of their content.',
    ),
    input: { contextId, question },
    isReadOnly: true,
    run: async ({ search, contextOf }, input) => ({
      passages: await search({ contextId: await contextOf(input.contextId), question: input.question }),
    }),
  }),
  get_content: tool({
    needs: ['contents', 'show'],
    title: t('mcp.get_content.title'),
    description: inBoth(
      t('mcp.get_content.description'),
      'Returns a content of the base: title, type, state and text.',
    ),
    input: { id: contentId },
    isReadOnly: true,
    run: ({ call }, input) => readContent(call, input.id),
  }),
  list_gaps: tool({
    needs: ['knowledge-gaps', 'list'],
    title: t('mcp.list_gaps.title'),
    description: inBoth(
      t('mcp.list_gaps.description'),
      'Lists the questions of visitors that the base does not answer yet, the most frequent first.',
    ),
    input: { contextId },
    isReadOnly: true,
    run: async ({ call, contextOf }, input) =>
      call('GET', `/knowledge-gaps?contextId=${await contextOf(input.contextId)}&limit=100`),
  }),
  add_faq: tool({
    needs: ['contents', 'create'],
    title: t('mcp.add_faq.title'),
    description: inBoth(
      t('mcp.add_faq.description'),
      'Adds a question with its answer to the base. The assistant answers with it within moments.',
    ),
    input: { contextId, ...faq },
    isReadOnly: false,
    run: async ({ call, contextOf }, input) =>
      call('POST', '/contents/faq', { ...input, contextId: await contextOf(input.contextId) }),
  }),
  update_content: tool({
    needs: ['contents', 'edit'],
    title: t('mcp.update_content.title'),
    description: inBoth(
      t('mcp.update_content.description'),
      'Changes the question or the answer of a content that is a question, or turns any content on or off. What is left out stays.',
    ),
    input: {
      id: contentId,
      question: faq.question.optional(),
      answer: faq.answer.optional(),
      enabled: z.boolean().optional().describe(t('mcp.enabled')),
    },
    isReadOnly: false,
    run: ({ call }, { id, ...change }) => call('PUT', `/contents/${id}`, change),
  }),
};
