import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../src/console/', import.meta.url).pathname;

/** Calls that change something that exists. Forms by `useForm` always send the version that they started from. */
const CHANGES = /method: '(?:put|patch)'|method: 'put' as const|\bPUT\b'|useUpdate(?:Many)?[<(]/gi;
/** Asks which value stays, or sends the version and says what happens after a refusal. */
const MERGES = /\bmergeTexts: |\buseMerge<|values: \{[^}]*\bversion\b/;

/** What these change is one value that the user has just chosen, so that the last choice holds; or only one person's own. */
const OTHERWISE = new Set([
  'features/chat/chat-setup/chat-setup-page.tsx',
  'features/chat/pause/limits.ts',
  'features/identity/preferences/data-part.tsx',
  'features/identity/preferences/preferences-page.tsx',
  'features/identity/preferences/security-part.tsx',
  'features/identity/second-factor/factor-list.tsx',
  'features/insight/knowledge-gaps/use-phrasings.ts',
  'features/insight/test-questions/test-summary.tsx',
  'features/knowledge/content-edit/read-text.tsx',
  'features/knowledge/content-list/content-list-page.tsx',
  'features/knowledge/contexts/context-dialogs.tsx',
  'features/knowledge/upload-queue.ts',
  'features/staff/change-plan-dialog.tsx',
  'layout/tutorial/tutorial-requests.ts',
  'layout/tutorial/wizard.tsx',
  'resource/bulk-edit-dialog.tsx',
  'resource/list-views.tsx',
  'resource/use-row-calls.tsx',
]);

it('names each form that overwrites what others have saved meanwhile', () => {
  const found = globSync('{features,layout,resource}/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => {
    const text = readFileSync(ROOT + path, 'utf8');
    return text.search(CHANGES) >= 0 && !MERGES.test(text);
  });
  expect(found.toSorted()).toEqual([...OTHERWISE].toSorted());
});
