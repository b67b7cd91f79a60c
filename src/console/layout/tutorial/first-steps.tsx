import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { isUnder } from '../menu.ts';
import { CrawlerOffer } from './crawler-offer.tsx';
import { FoldedGuide, isGuideDone, useGuideFacts } from './guide.tsx';
import { useTutorialCalls } from './tutorial-requests.ts';
import { Wizard } from './wizard.tsx';
import './tutorial.css';

/** Where its steps are taken. The home page has the guide as a card. */
const GUIDED = ['/contexts', '/knowledge-base', '/chat'];

/** The guide and, once it has ended, the offer to capture the site entered at sign-up. */
export function FirstSteps({ me }: { me: SessionUser }) {
  const canCreate = useAllowed('contexts', 'create');
  const { pathname } = useLocation();
  const { end, endOffer } = useTutorialCalls();
  const facts = useGuideFacts(me);
  const isOpen = me.tutorial < TUTORIAL_DONE;
  const isOver = isOpen && me.tutorialFolded && facts !== undefined && isGuideDone(facts);
  useEffect(() => {
    // Whoever has taught the assistant needs no offer to read the site, which would cover the screen.
    if (isOver) void endOffer().then(() => end());
  }, [isOver, end, endOffer]);
  if (!isOpen) return me.website && !me.websiteCrawled ? <CrawlerOffer website={me.website} /> : null;
  if (!facts || isOver) return null;
  if (!me.tutorialFolded) return <Wizard me={me} facts={facts} canCreate={canCreate} />;
  return GUIDED.some((path) => isUnder(pathname, path)) ? <FoldedGuide me={me} facts={facts} /> : null;
}
