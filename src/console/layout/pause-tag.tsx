import { PauseCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullDate } from '../components/days.ts';
import { Tip } from '../components/tip.tsx';
import { useCurrentContext } from '../session/current-context.tsx';
import { USAGE_PAGE } from './notice-banner.tsx';
import { useCanOpen } from './palette/screens.ts';

/** Shown in the header while the current context's chat is paused. Links to the usage page if the user may open it. */
export function PauseTag({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  const canOpen = useCanOpen();
  const until = current?.pausedUntil;
  if (!current || !until || Date.parse(until) <= Date.now()) return null;
  const text = t('layout.pause.until', { context: current.name, until: fullDate(until) });
  const tag = (
    <Tag color="warning" icon={<PauseCircleOutlined aria-hidden />} style={{ margin: 0 }}>
      {!isPhone && t('layout.pause.tag')}
    </Tag>
  );
  return (
    <Tip title={text}>
      {canOpen(USAGE_PAGE) ? (
        <Link to={USAGE_PAGE} aria-label={text}>
          {tag}
        </Link>
      ) : (
        <span role="img" aria-label={text}>
          {tag}
        </span>
      )}
    </Tip>
  );
}
