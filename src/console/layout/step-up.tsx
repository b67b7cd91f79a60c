import { lazy, Suspense } from 'react';
import { loadMessages } from '../providers/i18n.ts';
import { useStepUp } from '../state/step-up.ts';

const Dialog = lazy(async () => {
  const [{ StepUpDialog }] = await Promise.all([
    import('./step-up-dialog.tsx'),
    loadMessages('second-factor', 'resource', 'validation'),
  ]);
  return { default: StepUpDialog };
});

/** Asks who the user is when a call needs a fresh session, and then lets the call go on. */
export function StepUp() {
  const asked = useStepUp();
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <Dialog settle={asked.settle} />
    </Suspense>
  );
}
