import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { fold } from '../../shared/fold.ts';
import type { Tx } from '../db/tenant.ts';
import type { ResourceSource } from './source.ts';

const CHARS_MAX = 40;

/** `Plano Ouro` → `plano-ouro`, with a random suffix if another row has that id. */
export async function newSlug(
  tx: Tx,
  source: ResourceSource,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { name, title } = source.resource;
  const id =
    fold(String(values[title]))
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, CHARS_MAX) || name;
  const isTaken = (await tx.$count(source.table as PgTable, eq(source.id, id))) > 0;
  return isTaken ? `${id}-${randomInt(36 ** 4).toString(36)}` : id;
}
