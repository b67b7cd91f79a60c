import { useState } from 'react';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { CrawlerOffer } from './crawler-offer.tsx';
import { Wizard } from './wizard.tsx';
import './tutorial.css';

/**
 * The tutorial first and, when it is over, the offer to capture the site of the sign-up: never both. Who sends the tutorial
 * away wants to be left alone: the offer waits for the next time.
 */
export function FirstSteps({ me }: { me: SessionUser }) {
  const [wasSentAway, setSentAway] = useState(false);
  const canCreate = useAllowed('contexts', 'create');
  if (me.tutorial < TUTORIAL_DONE) return <Wizard me={me} canCreate={canCreate} onSendAway={() => setSentAway(true)} />;
  if (me.website && !me.websiteCrawled && !wasSentAway) return <CrawlerOffer website={me.website} />;
  return null;
}
