import { lazy, Suspense } from 'react';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import { loadMessages } from '../../providers/i18n.ts';
import { useMe } from '../../session/me.ts';
import { useCanFollowTutorial } from './use-can-follow-tutorial.ts';

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
