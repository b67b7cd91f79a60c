import type { SearchResult } from '../../../search/search.ts';
import { initialAnswerProfile } from '../../../shared/appearance.ts';
import { EMBEDDED_ANSWER_COST } from '../../../shared/constants.ts';
import type { ModelTrial } from '../../../shared/models.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type EmbedOptions, embedWithUsage } from '../../providers/embed-texts.ts';
import { cosineSimilarity } from '../../providers/embedding-vector.ts';
import type { ModelConfig } from '../../providers/model-config.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { ChatTimeouts } from '../../providers/stream-chat.ts';
import { estimateTokens, type TokenUsage } from '../../providers/tokens.ts';
import { fullDay } from '../../runtime/calendar.ts';
import { t } from '../../runtime/translate.ts';
import type { AnswerInput, Verdict } from './model.ts';
import { costOf, providerModel } from './provider-model.ts';

const QUESTION = 'A loja abre no sábado?';
const PASSAGE = 'A loja abre de segunda a sexta, das 9h às 18h, e no sábado, das 9h às 13h. Não abre no domingo.';
const ALIKE = ['Qual é o horário de funcionamento da loja?', 'Que horas a loja abre e fecha?'];

const DECLINES: ReadonlySet<Verdict['kind']> = new Set(['declined', 'unsupported']);
const NOTHING = { firstTokenMs: null, totalMs: 0, inputTokens: 0, outputTokens: 0, cost: 0, credits: 0 };

function trialInput(): AnswerInput {
  const passage = { contentId: 'trial', ordinal: 0, title: 'Horários', heading: null, page: null, url: null };
  const hit = { passage: { ...passage, text: PASSAGE, question: null, answer: null }, score: 1, sentences: [] };
  const result: SearchResult = { hits: [hit], confidence: 1, isAnswerable: true, outcome: 'answered', suggestions: [] };
  const voice = {
    botName: 'Prosa',
    companyName: '',
    answerProfile: initialAnswerProfile,
    exampleQuestion: '',
    exampleAnswer: '',
  };
  const today = fullDay(new Date());
  return {
    question: QUESTION,
    resolved: QUESTION,
    result,
    reading: result.hits,
    history: [],
    voice: { ...voice, today },
    hidesPersonalData: false,
    names: [],
  };
}

/** `cost` in reais with six decimals. */
function priceOf(config: ModelConfig, usage: TokenUsage) {
  const reais = (usage.inputTokens * config.inputPrice + usage.outputTokens * config.outputPrice) / 1_000_000;
  return { ...usage, cost: Math.round(reais * 1_000_000) / 1_000_000, credits: costOf(config, usage) / 1_000 };
}

async function tryChat(config: ModelConfig, outbound: Outbound, timeouts?: ChatTimeouts): Promise<ModelTrial> {
  const answering = providerModel(config, outbound, timeouts).answer(trialInput())!;
  const start = performance.now();
  let text = '';
  for await (const piece of answering.stream(new AbortController().signal))
    text = typeof piece === 'string' ? text + piece : piece.instead;
  const firstTextAt = answering.firstTextAt?.() ?? null;
  const { inputTokens, outputTokens } = answering.spent();
  return {
    ok: true,
    message: DECLINES.has(answering.verdict().kind) ? t('models.trials.declined') : text.trim(),
    firstTokenMs: firstTextAt === null ? null : Math.round(firstTextAt - start),
    totalMs: Math.round(performance.now() - start),
    ...priceOf(config, { inputTokens, outputTokens }),
  };
}

async function tryEmbedding(config: ModelConfig, outbound: Outbound): Promise<ModelTrial> {
  const start = performance.now();
  const options: EmbedOptions = { signal: new AbortController().signal, maxAttempts: 1 };
  const { vectors, tokens } = await embedWithUsage(config, outbound, ALIKE, options);
  const [one, other] = [vectors[0]!, vectors[1]!];
  const similarity = Math.round(cosineSimilarity(one, other) * 100);
  const inputTokens = tokens || estimateTokens(ALIKE.join('').length);
  return {
    ok: true,
    message: t('models.trials.similarity', { similarity, dimensions: one.length }),
    firstTokenMs: null,
    totalMs: Math.round(performance.now() - start),
    ...priceOf(config, { inputTokens, outputTokens: 0 }),
  };
}

function failureOf(error: unknown, address: string): string {
  if (!(error instanceof ProviderError)) return t('models.failures.unexpected');
  const { reason, detail } = error;
  const sentences = [t(`models.failures.${reason}`)];
  if (detail !== '') sentences.push(t('models.failures.said', { detail }));
  if (address !== '') sentences.push(t('models.failures.called', { address }));
  return sentences.join(' ');
}

/** Never throws: a failure is a readable message. The embedded model always succeeds. */
export async function tryModel(config: ModelConfig, outbound: Outbound, timeouts?: ChatTimeouts): Promise<ModelTrial> {
  if (config.provider === 'embedded') {
    const credits = EMBEDDED_ANSWER_COST / 1_000;
    return { ...NOTHING, ok: true, message: t('models.trials.embedded'), credits };
  }
  const start = performance.now();
  let address = '';
  const watched: Outbound = {
    ...outbound,
    webFetch: (input, init) => {
      address = String(input);
      return outbound.webFetch(input, init);
    },
  };
  try {
    return config.kind === 'chat' ? await tryChat(config, watched, timeouts) : await tryEmbedding(config, watched);
  } catch (error) {
    const totalMs = Math.round(performance.now() - start);
    return { ...NOTHING, ok: false, message: failureOf(error, address), totalMs };
  }
}
