import { z } from 'zod';
import type { Card } from '../../../resources/kit/resource.ts';
import { recordSchema } from '../../../resources/kit/schema.ts';
import { cardFigure } from '../../shared/cards.ts';
import { tenantOf } from '../http/access.ts';
import { type Api, route } from '../http/route.ts';
import type { Services } from '../runtime/services.ts';
import { readCard } from './cards.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { type ReadResource, rowsFor } from './source.ts';

/** Registers the route of the declared figures about the rows of a list. */
export function cardsRoute(api: Api, { db }: Services, { resource, source }: ReadResource): void {
  const cards = resource.cards as Record<string, Card>;
  const { page: _, limit: __, sort: ___, ...filters } = listQuerySchema(resource).shape as Record<string, z.ZodType>;
  api.get(`${resource.api}/cards/:card`, {
    ...route(resource.name, 'list', {
      operationId: `show${recordSchema(resource).meta()?.title as string}Card`,
      description: 'A figure per value or day, of the rows that the list has with these filters.',
      params: z.object({ card: z.enum(Object.keys(cards)) }),
      querystring: z.object(filters),
      answer: z.object({ data: z.array(cardFigure) }),
    }),
    handler: async (request) => {
      const tenant = tenantOf(request);
      const card = cards[request.params.card] as Card;
      return {
        data: await readCard(db, rowsFor(source, tenant), card, readListQuery(resource, request.query)),
      };
    },
  });
}
