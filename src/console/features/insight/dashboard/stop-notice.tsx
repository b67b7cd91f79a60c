import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { USAGE_PAGE } from '../../../layout/notice-banner.tsx';
import { useStop } from '../../../layout/use-stop.ts';

/** Shows why the current context's chat does not answer; nothing while it does. */
export function StopNotice() {
  const { t } = useTranslation();
  const stop = useStop();
  if (!stop) return null;
  return (
    <Alert
      className="page-part"
      type={stop.kind === 'paused' ? 'warning' : 'error'}
      role="status"
      showIcon
      message={stop.sentence}
      action={<ButtonLink to={USAGE_PAGE}>{t(`dashboard.stop.${stop.kind}`)}</ButtonLink>}
    />
  );
}
