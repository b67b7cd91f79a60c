import { type HttpError, useList } from '@refinedev/core';
import { models } from '../../../../resources/models.ts';
import type { ModelRecord } from '../../../shared/models.ts';
import { SHARED_STALE_MS } from '../../http/fresh.ts';

/** Queries all language models. */
export const useModels = () =>
  useList<ModelRecord, HttpError>({
    resource: models.name,
    pagination: { mode: 'off' },
    // Selects mount after their form has asked for the models, and would ask again.
    queryOptions: { staleTime: SHARED_STALE_MS },
  });
