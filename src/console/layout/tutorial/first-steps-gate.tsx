import { lazy, Suspense } from 'react';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import { loadWords } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useMe } from '../../session/me.ts';

/** They come when there is something to show; should they not come, the console does without. */
const FirstSteps = lazy(async () => {
  try {
    const [{ FirstSteps: Steps }] = await Promise.all([import('./first-steps.tsx'), loadWords('tutorial', 'resource')]);
    return { default: Steps };
  } catch {
    return { default: () => null };
  }
});

/**
 * Whether the tutorial is for the signed-in person: for whoever may add contents to an account of his own. Staff have no
 * assistant to build, readers cannot, and in another's account it is that person's tutorial.
 */
export function useCanFollowTutorial(): boolean {
  const { data: me } = useMe();
  const canFollow = useAllowed('profile', 'first-steps');
  const canAdd = useAllowed('contents', 'create');
  return me !== undefined && !me.role.startsWith('WM_') && canFollow && canAdd;
}

/** The tutorial and the offer to capture the site of the sign-up, while one of them is to be shown. */
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
