import type { ChannelRow } from '../../db/platform.ts';
import { channelFiles } from '../../db/schema/channels.ts';
import { tenant, withTenant } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { callGraph, tokenOf } from './graph.ts';

/** Larger files are not kept. */
const FILE_MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Fetches a file that a visitor sent, in Meta's two steps, and keeps it with the message. A file that is gone, too large or
 * slow is left out: the answer does not depend on it.
 */
export async function keepFile(
  services: Services,
  channel: ChannelRow,
  { accountId, id }: { accountId: string; id: string },
  { fileId }: { fileId: string },
): Promise<void> {
  const { db, outbound, key } = services;
  if (!/^[\w-]{1,100}$/.test(fileId)) return;
  const about = await callGraph<{ url?: string; mime_type?: string; file_size?: number }>(services, channel, fileId);
  if (!about.ok || typeof about.body.url !== 'string' || Number(about.body.file_size ?? 0) > FILE_MAX_BYTES) return;
  const { url, mime_type: type } = about.body;
  try {
    const { status, body } = await outbound.fetch(url, {
      headers: { authorization: `Bearer ${tokenOf(key, channel)}` },
      maxBytes: FILE_MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    if (status !== 200 || body.length === 0) return;
    await withTenant(db, tenant(accountId, 'all'), (tx) =>
      tx
        .insert(channelFiles)
        .values({ accountId, id, type: String(type ?? '').slice(0, 100), bytes: body })
        .onConflictDoNothing(),
    );
  } catch {
    // Without the file, the message still says that there was one.
  }
}
