import { z } from 'zod';
import { notice } from './limits.ts';

/** Requests for a person that nobody has taken up; the time and context of the oldest, null without any. */
const unattended = z.object({ count: z.int(), since: z.string().nullable(), contextId: z.uuid().nullable() });
/** The newest of `count` contents. */
const someContents = z.object({
  count: z.int(),
  data: z.array(z.object({ contentId: z.uuid(), title: z.string() })),
});
export type SomeContents = z.infer<typeof someContents>;

/**
 * GET /dashboard/to-do: what waits for somebody, in all contexts that the caller may see. Null is what the caller may
 * not see.
 */
export const toDo = z.object({
  /** Chats that do not answer. Of a pause, `createdAt` is when it was set. */
  stops: z.array(
    notice.pick({ limit: true, contextId: true, contextName: true, period: true, visitors: true, createdAt: true }),
  ),
  conversations: unattended.nullable(),
  messages: unattended.nullable(),
  /** Open gaps of the last 30 days, those that most visitors asked about first. */
  gaps: z.array(z.object({ id: z.uuid(), question: z.string(), visitors: z.int() })).nullable(),
  /** Their training or last sync failed. */
  failed: someContents.nullable(),
  /** A change of them waits for a decision, because it makes test questions worse. */
  held: someContents.nullable(),
  /** A sync of the last seven days changed their text, or did not find the page any more. */
  changed: someContents.nullable(),
  /** At the current pace, the credits end on `endsOn`, and new ones come on the day `until`. Null if they last. */
  credits: z.object({ endsOn: z.string(), until: z.string() }).nullable(),
});
export type ToDo = z.infer<typeof toDo>;
