import { Alert } from 'antd';
import { Link } from 'react-router';
import { shortDayOf } from '../providers/days.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useMe } from '../session/me.ts';

/** Shown above every screen to all users of an account that is scheduled for deletion. It cannot be closed. */
export function DeletionBanner() {
  const { data: me } = useMe();
  const canUndo = useAllowed('account', 'undo-deletion');
  if (!me?.deletesAt) return null;
  return (
    <Alert
      banner
      type="error"
      role="complementary"
      aria-label={t('layout.deletion.label')}
      message={t('layout.deletion.text', { day: shortDayOf(me.deletesAt) })}
      action={canUndo && <Link to="/preferences">{t('layout.deletion.way')}</Link>}
    />
  );
}
