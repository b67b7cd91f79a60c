import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import type { Api } from '../../http/route.ts';
import { serve } from '../../resource/serve.ts';
import type { Services } from '../../runtime/services.ts';
import { messageBehaviour } from './change-messages.ts';

export const visitorMessageRoutes = (app: Api, services: Services): void =>
  serve(app, services, declaration, messageBehaviour);
