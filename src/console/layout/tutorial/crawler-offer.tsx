import { Button, Modal } from 'antd';
import { useLocation, useNavigate } from 'react-router';
import { useDialogTurn } from '../../components/use-dialog-turn.ts';
import { t } from '../../providers/i18n.ts';
import { isUnder } from '../menu.ts';
import { captureOf, READS, siteName } from './captured-address.ts';
import { StepDrawing } from './tutorial-drawings.tsx';
import { useTutorialCalls } from './tutorial-requests.ts';

/** Offers to capture the site that the user entered at sign-up. */
export function CrawlerOffer({ website }: { website: string }) {
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
