import { randomUUID } from 'node:crypto';
import type { FullTenant } from './tenants.ts';

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/**
 * Inserts a row into each table about appearance, payments, insights and captured pages. Each row contains the marker.
 */
export async function fillMoreTables(query: Query, { caller, marker, ids }: FullTenant): Promise<void> {
  const { accountId, userId } = caller;
  const { contexts: contextId, contents: contentId } = ids;
  const row = async (table: string, values: Record<string, unknown>) => {
    const all = Object.entries({ account_id: accountId, ...values }).filter(([, value]) => value !== undefined);
    const marks = all.map((_, at) => `$${at + 1}`).join(', ');
    await query(
      `insert into ${table} (${all.map(([name]) => name).join(', ')}) values (${marks}) on conflict do nothing`,
      all.map(([, value]) => value),
    );
  };
  const customerId = `cus_${marker}`;
  const id = randomUUID;
  const day = '2026-01-05';
  await row('content_syncs', { id: id(), content_id: contentId, outcome: 'failed', reason: marker });
  const text = { key: marker, text: marker, isTaken: false, reason: 'menu' };
  const captureId = id();
  const captured = { url: marker, status: 'done' };
  await row('captures', { id: captureId, context_id: contextId, ...captured });
  await row('captured_pages', { id: id(), capture_id: captureId, url: marker, page: marker });
  await row('left_out_texts', { content_id: contentId, texts: JSON.stringify([text]) });
  await row('text_choices', { context_id: contextId, site: marker, key: marker, is_taken: true, text: marker });
  const corrected = { key: marker, heading: marker, line: marker, text: marker, is_used: true };
  await row('record_corrections', { content_id: contentId, ...corrected });
  await row('seo_evaluations', { id: id(), content_id: contentId, score: 50, checks: '[]' });
  await row('context_images', {
    id: id(),
    context_id: contextId,
    digest: marker,
    format: 'webp',
    bytes: Buffer.from(marker),
  });
  const version = { context_id: contextId, user_id: userId, user_name: marker, appearance: '{}', manner: '{}' };
  await row('appearance_versions', { id: id(), ...version });
  const tomorrow = new Date(Date.now() + 86_400_000);
  await row('demo_links', { id: id(), context_id: contextId, user_name: marker, expires_at: tomorrow });
  await row('credit_balances', { monthly: 0, lasting: 0, period_start: new Date() });
  await row('idempotent_calls', { key: marker, digest: marker, status: 200, answer: '{}' });
  await row('idempotency_keys', { key: marker, digest: marker, status: 201, answer: marker });
  await row('gateway_events', { gateway: 'sandbox', id: marker, type: 'test', state: 'logged', payload: '{}' });
  await row('sandbox_objects', { account_id: undefined, id: customerId, kind: 'customer', data: { marker } });
  await query(`update subscriptions set customer_id = $2 where account_id = $1`, [accountId, customerId]);
  await row('daily_figures', { context_id: contextId, day, type: 'widget' });
  const label = { label: 'goal', value: 'praise', count: 1 };
  await row('daily_labels', { context_id: contextId, day, type: 'widget', ...label });
  const gapId = id();
  await row('knowledge_gaps', { id: gapId, context_id: contextId, theme_id: gapId, content_id: contentId });
  await query(`update messages set gap_id = $2, outcome = 'unknown' where account_id = $1 and id = $3`, [
    ...[accountId, gapId, ids.message],
  ]);
  const message = { conversation_id: ids.conversations, message_id: ids.message };
  await row('second_answers', { ...message, content_id: contentId, state: 'asked', answer: marker });
  const [questionId, runId] = [id(), id()];
  await row('test_questions', { id: questionId, context_id: contextId, question: marker, expected: [marker] });
  const counts = { passed: 0, failed: 1, worse: 1 };
  await row('test_runs', { id: runId, context_id: contextId, cause: 'held', state: 'done', ...counts });
  const was = { passed_before: true, answer_before: marker };
  await row('test_results', { run_id: runId, question_id: questionId, passed: false, answer: marker, ...was });
  const change = { state: 'held', trained: JSON.stringify({ words: 1 }), run_ids: [runId] };
  await row('held_changes', { content_id: contentId, context_id: contextId, version: 2, ...change });
  await row('phrasing_proposals', { ...message, phrasing_id: ids.phrasings });
  Object.assign(ids, { 'knowledge-gaps': gapId, 'test-questions': questionId });
  const scoped = { webhook_id: ids['outgoing-webhooks'], context_id: contextId };
  await row('outgoing_webhook_contexts', scoped);
  await row('conversation_words', { context_id: contextId, word: marker });
}
