import { PauseCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { Link } from 'react-router';
import { Tip } from '../components/tip.tsx';
import { t } from '../providers/i18n.ts';
import { USAGE_PAGE } from './notice-banner.tsx';
import { useCanOpen } from './palette/screens.ts';
import { useStop } from './use-stop.ts';

/**
 * Shown in the header while the current context's chat does not answer. Links to the usage page if the user may open it.
 */
export function StopTag({ isPhone }: { isPhone: boolean }) {
  const stop = useStop();
  const canOpen = useCanOpen();
  if (!stop) return null;
  const { kind, sentence } = stop;
  const tag = (
    <Tag
      color={kind === 'paused' ? 'warning' : 'error'}
      icon={<PauseCircleOutlined aria-hidden />}
      style={{ margin: 0 }}
    >
      {!isPhone && t(`layout.stop.tag.${kind}`)}
    </Tag>
  );
  return (
    <Tip title={sentence}>
      {canOpen(USAGE_PAGE) ? (
        <Link to={USAGE_PAGE} aria-label={sentence}>
          {tag}
        </Link>
      ) : (
        <span role="img" aria-label={sentence}>
          {tag}
        </span>
      )}
    </Tip>
  );
}
