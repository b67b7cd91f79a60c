import { v7 as uuidv7 } from 'uuid';
import { models } from '../src/server/db/schema/platform.ts';
import { withPlatform } from '../src/server/db/tenant.ts';
import type { Services } from '../src/server/runtime/services.ts';
import { modelColumns } from '../src/server/staff/models/models.ts';
import { modelInput } from '../tests/support/model-input.ts';

/** Stores a valid model with the given changes. Returns its id. */
export async function storeModel(
  { db, key }: Pick<Services, 'db' | 'key'>,
  changes: Parameters<typeof modelInput>[0],
): Promise<string> {
  const id = uuidv7();
  const input = modelInput(changes);
  await withPlatform(db, (tx) =>
    tx
      .insert(models)
      .values({ id, name: input.name, kind: input.kind, provider: input.provider, ...modelColumns(key, id, input) }),
  );
  return id;
}
