import { expect } from 'vitest';
import type { ModelChoice } from '../../src/shared/models.ts';
import type { Caller } from './server.ts';

/** Sets the model of every plan, and the model of semantic search. */
export async function chooseModel(staff: Caller, modelId: string, searchModelId: string | null = null): Promise<void> {
  const { plans } = (await staff.get<ModelChoice>('/admin/model-choice')).body;
  const choice = { plans: plans.map(({ id }) => ({ id, modelId })), searchModelId };
  const { status, text } = await staff.put('/admin/model-choice', choice);
  expect(status, text).toBe(200);
}

/** Sets the model of semantic search, and leaves the models of the plans. */
export async function chooseSearchModel(staff: Caller, searchModelId: string | null): Promise<void> {
  const { plans } = (await staff.get<ModelChoice>('/admin/model-choice')).body;
  const choice = { plans: plans.map(({ id, modelId }) => ({ id, modelId })), searchModelId };
  const { status, text } = await staff.put('/admin/model-choice', choice);
  expect(status, text).toBe(200);
}
