import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { useDialogTurn } from '../../components/use-dialog-turn.ts';
import { t } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { isUnder } from '../menu.ts';
import { captureOf, READS, siteName } from './captured-address.ts';
import { FoldedGuide, isGuideDone, useGuideFacts } from './guide.tsx';
import { StepDrawing } from './tutorial-drawings.tsx';
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

/** Offers to capture the site that the user entered at sign-up. */
function CrawlerOffer({ website }: { website: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { endOffer, isBusy } = useTutorialCalls();
  const isOpen = useDialogTurn(true);
  const site = siteName(website);
  const take = async () => {
    if (await endOffer()) void navigate(captureOf(website), { state: READS });
  };
  const dismiss = async () => {
    if (isBusy || !(await endOffer())) return;
    if (!isUnder(pathname, '/contexts')) void navigate('/knowledge-base/content/upload');
  };
  return (
    <Modal
      className="tutorial"
      wrapClassName="tutorial-wrap"
      open={isOpen}
      centered
      width={480}
      maskClosable={false}
      onCancel={() => void dismiss()}
      closable={{ 'aria-label': t('resource.close') }}
      title={t('tutorial.offer.title', { site })}
      footer={
        <>
          <Button onClick={() => void dismiss()} disabled={isBusy}>
            {t('tutorial.notNow')}
          </Button>
          <Button type="primary" autoFocus onClick={() => void take()} loading={isBusy}>
            {t('tutorial.offer.take')}
          </Button>
        </>
      }
    >
      <StepDrawing name="capture" />
      <p>{t('tutorial.offer.text')}</p>
      <p className="small-text">{t('tutorial.offer.later')}</p>
    </Modal>
  );
}
