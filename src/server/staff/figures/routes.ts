import { billingFigures, usageFigures } from '../../../shared/figures.ts';
import { type Api, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { readBillingFigures, readUsageFigures } from './figures.ts';

export function figureRoutes(api: Api, { db }: Services): void {
  const tags = ['staff'];
  api.get('/admin/billing-figures', {
    ...route('billing-figures', 'show', { tags, answer: billingFigures }),
    handler: async () => readBillingFigures(db),
  });
  api.get('/admin/usage-figures', {
    ...route('usage-figures', 'show', { tags, answer: usageFigures }),
    handler: async () => readUsageFigures(db),
  });
}
