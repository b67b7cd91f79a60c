import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { CrawlerOffer } from './crawler-offer.tsx';
import { Wizard } from './wizard.tsx';
import './tutorial.css';

/** The tutorial and, once it is finished, the offer to capture the site entered at sign-up. */
export function FirstSteps({ me }: { me: SessionUser }) {
  const canCreate = useAllowed('contexts', 'create');
  if (me.tutorial < TUTORIAL_DONE) return <Wizard me={me} canCreate={canCreate} />;
  if (me.website && !me.websiteCrawled) return <CrawlerOffer website={me.website} />;
  return null;
}
