import { MODEL_KINDS, PROVIDERS } from '../src/shared/model-kinds.ts';
import { choice, count, decimal, list, longText, moment, money, text, toggle, url, when } from './kit/field.ts';
import { defineResource, type InputOf, type RecordOf } from './kit/resource.ts';

/** The embedded model has no provider to call; a search model writes no answers. */
const called = { provider: ['openai', 'anthropic', 'google', 'openai-compatible'] };
const writing = { ...called, kind: ['chat'] };

/** Reais per million tokens. */
const price = () => decimal({ scale: 4, max: 10_000 });
const tokensPerCredit = () => count({ min: 1, max: 100_000_000 });
const instructions = () => when(writing, longText({ max: 8_000, optional: true }));
const message = () => when({ kind: ['chat'] }, longText({ max: 500, optional: true }));

/** All language models, the embedded one first. Owned: plans and contexts refer to the table, and keys are sealed. */
export const models = defineResource({
  name: 'models',
  scope: 'platform',
  title: 'name',
  path: '/admin/chatbot',
  api: '/admin/models',
  menu: { under: 'settings', icon: 'bolt', order: 10 },
  fields: {
    name: text({ max: 80 }),
    kind: choice(MODEL_KINDS),
    provider: choice(PROVIDERS),
    /** The provider's name for the model. */
    modelName: when(called, text({ max: 200 })),
    baseUrl: when({ provider: ['openai-compatible'] }, url({ mayBeLocalName: true })),
    /** Tried in turn. Read masked: only the last characters. */
    keys: when(called, list({ key: text({ max: 500, isSecret: true }) }, { max: 5, initial: [] })),
    inputPrice: when(called, price()),
    outputPrice: when(writing, price()),
    /** A customer pays this for so many credits. */
    conversionAmount: when(called, money({ max: 100_000_000 })),
    conversionCredits: when(called, decimal({ scale: 3, min: 0.001, max: 2_000_000 })),
    /** Reais per credit. */
    conversionFactor: decimal({ scale: 9, readOnly: true, optional: true }),
    inputTokensPerCredit: when(called, tokensPerCredit()),
    outputTokensPerCredit: when(writing, tokensPerCredit()),
    temperature: when(writing, decimal({ scale: 4, max: 1 })),
    tokenWindow: when(writing, count({ min: 512, max: 10_000_000 })),
    maxResponseTokens: when(writing, count({ min: 16, max: 100_000 })),
    /** Null for the provider's default. */
    firstTokenSeconds: when(writing, count({ min: 5, max: 300, optional: true })),
    /** The embedded model answers when the provider fails. */
    fallsBack: when(writing, toggle()),
    /** Added to the prompt of every answer, and to that of labels. */
    answerPrompt: instructions(),
    classifyPrompt: instructions(),
    /** A context's own message comes first. */
    declinedMessage: message(),
    errorMessage: message(),
    plans: list({ name: text(), id: text() }, { readOnly: true }),
    isSearchModel: toggle({ readOnly: true }),
    createdAt: moment({ readOnly: true }),
    updatedAt: moment({ readOnly: true }),
  },
  list: { columns: ['name', 'kind', 'plans'], sort: 'createdAt', isWhole: true },
  form: {
    identity: ['name', ['kind', 'provider'], 'modelName', 'baseUrl', 'keys'],
    prices: [
      ['inputPrice', 'outputPrice'],
      ['conversionAmount', 'conversionCredits'],
      ['inputTokensPerCredit', 'outputTokensPerCredit'],
    ],
    answer: ['temperature', ['tokenWindow', 'maxResponseTokens'], 'firstTokenSeconds', 'fallsBack'],
    texts: ['answerPrompt', 'classifyPrompt', 'declinedMessage', 'errorMessage'],
  },
  hasFormTabs: true,
  recordedAs: ['model_changed'],
  actions: [
    ...(['list', 'show', 'create', 'edit', 'delete'] as const),
    { name: 'test', icon: 'bolt', answer: 'result', inForm: true },
  ],
});

export type ModelRecord = RecordOf<typeof models>;
export type ModelInput = InputOf<typeof models>;
