import { lazy, Suspense } from 'react';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import { loadMessages } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useMe } from '../../session/me.ts';

/** Loaded only when there is something to show. If loading fails, the console works without it. */
const FirstSteps = lazy(async () => {
  try {
    const [{ FirstSteps: Steps }] = await Promise.all([
      import('./first-steps.tsx'),
      loadMessages('tutorial', 'resource'),
    ]);
    return { default: Steps };
  } catch {
    return { default: () => null };
  }
});

/**
 * Returns whether the user gets the tutorial: only users who may add contents to their own account. Staff have no
 * assistant to build, readers may not build one, and staff in a customer's account must not change the customer's step.
 */
export function useCanFollowTutorial(): boolean {
  const { data: me } = useMe();
  const canFollow = useAllowed('profile', 'first-steps');
  const canAdd = useAllowed('contents', 'create');
  return me !== undefined && !me.role.startsWith('WM_') && canFollow && canAdd;
}

/** Shows the tutorial, or the offer to capture the site entered at sign-up, when one of them is due. */
export function FirstStepsGate() {
  const { data: me } = useMe();
  const canFollow = useCanFollowTutorial();
  if (!me || !canFollow) return null;
  const hasOffer = me.website !== null && !me.websiteCrawled;
  if (me.tutorial >= TUTORIAL_DONE && !hasOffer) return null;
  return (
    <Suspense fallback={null}>
      <FirstSteps me={me} />
    </Suspense>
  );
}
