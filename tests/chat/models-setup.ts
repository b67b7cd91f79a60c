import type { Passage } from '../../src/search/passage.ts';
import type { Hit } from '../../src/search/search.ts';
import type { AnswerInput, AnswerModel } from '../../src/server/chat/models/model.ts';
import { createOutbound, type Outbound } from '../../src/server/outbound/outbound.ts';
import type { ModelConfig } from '../../src/server/providers/model-config.ts';
import { initialAnswerProfile } from '../../src/shared/appearance.ts';

export const outboundTo = (...allow: string[]): Outbound => createOutbound({ allow, userAgent: 'Prosa' });

/** Returns a model configuration with the given changes. */
export const configOf = (changes: Partial<ModelConfig>): ModelConfig => ({
  id: '01990000-0000-7000-8000-000000000001',
  name: 'Modelo de teste',
  kind: 'chat',
  provider: 'openai-compatible',
  modelName: 'teste-1',
  baseUrl: '',
  keys: ['chave-um'],
  inputTokensPerCredit: 10_000,
  outputTokensPerCredit: 2_000,
  inputPrice: 1.5,
  outputPrice: 6,
  temperature: 0.5,
  tokenWindow: 8_000,
  maxResponseTokens: 500,
  firstTokenSeconds: null,
  prompts: { answer: '', classify: '' },
  defaultMessages: { declined: '', error: '' },
  fallsBack: false,
  ...changes,
});

export const passageOf = (changes: Partial<Passage> = {}): Passage => ({
  contentId: 'c1',
  ordinal: 0,
  title: 'Entregas',
  heading: null,
  page: null,
  url: null,
  text: 'A entrega custa R$ 12,90 e leva três dias úteis.',
  question: null,
  answer: null,
  ...changes,
});

export const hitOf = (changes: Partial<Passage> = {}, score = 5): Hit => ({
  passage: passageOf(changes),
  score,
  sentences: [],
});

export function inputOf(changes: Partial<AnswerInput> = {}, hits: Hit[] = [hitOf()]): AnswerInput {
  const question = changes.question ?? 'Quanto custa a entrega?';
  return {
    question,
    resolved: question,
    result: { hits, confidence: 0.9, isAnswerable: true, outcome: 'answered', suggestions: [] },
    reading: hits,
    history: [],
    voice: {
      botName: 'Lia',
      companyName: 'Casa Aurora',
      answerProfile: initialAnswerProfile,
      exampleQuestion: '',
      exampleAnswer: '',
      today: 'sábado, 21 de novembro de 2026',
    },
    hidesPersonalData: true,
    names: [],
    ...changes,
  };
}

/** Reads an answer to its end or until it breaks off. */
export async function readAnswer(model: AnswerModel, input = inputOf(), signal = new AbortController().signal) {
  const answering = model.answer(input)!;
  const pieces: string[] = [];
  let text = '';
  let failure: unknown = null;
  try {
    for await (const piece of answering.stream(signal)) {
      pieces.push(typeof piece === 'string' ? piece : piece.instead);
      text = typeof piece === 'string' ? text + piece : piece.instead;
    }
  } catch (error) {
    failure = error;
  }
  return {
    text,
    pieces,
    failure,
    spent: answering.spent(),
    verdict: answering.verdict(),
    declined: answering.verdict().kind === 'declined',
    answering,
  };
}
