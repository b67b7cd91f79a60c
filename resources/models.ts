import { MODEL_KINDS, PROVIDERS } from '../src/shared/model-kinds.ts';
import { choice, count, moment, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/**
 * All language models, built-in ones first. Owned: plans and contexts refer to the table, and conversion, prompts and keys are nested
 * values, which no kind is. Drawn by hand: results of trials stay below their models, to be compared, and the form computes prices
 * while one types and tries a model when it is saved.
 */
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
    modelName: text({ max: 200 }),
    inputTokensPerCredit: count({ min: 1 }),
    outputTokensPerCredit: count({ min: 1 }),
    isSearchModel: toggle({ readOnly: true }),
    updatedAt: moment({ readOnly: true }),
  },
  list: { columns: [], isWhole: true },
  actions: ['list', 'show', 'create', 'edit', 'delete', 'test'],
});
