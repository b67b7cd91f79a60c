import { models } from '../../../../resources/models.ts';
import { modelChoice, modelChoiceInput } from '../../../shared/models.ts';
import { memberOf } from '../../http/access.ts';
import { type Api, route } from '../../http/route.ts';
import { serve } from '../../resource/serve.ts';
import type { Services } from '../../runtime/services.ts';
import { readModelChoice, setModelChoice } from './model-choice.ts';
import { modelBehaviour } from './models.ts';

const tags = ['staff'];

export function modelRoutes(api: Api, services: Services): void {
  serve(api, services, models, modelBehaviour(services));
  api.get('/admin/model-choice', {
    ...route('model-choice', 'show', { tags, answer: modelChoice }),
    handler: async () => readModelChoice(services.db),
  });
  api.put('/admin/model-choice', {
    ...route('model-choice', 'edit', {
      tags,
      operationId: 'setModelChoice',
      body: modelChoiceInput,
      answer: modelChoice,
    }),
    handler: async (request) => setModelChoice(services.db, memberOf(request), request.body),
  });
}
