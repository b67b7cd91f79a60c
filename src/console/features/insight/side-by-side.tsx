import { Descriptions } from 'antd';
import { t } from '../../providers/i18n.ts';

export interface SideNames {
  beforeName?: string;
  afterName?: string;
}

/** Two answers to a question side by side, by default before and after a change. `isWorse`: the second answer is worse. */
export function SideBySide(props: SideNames & { before: string; after: string | null; isWorse?: boolean }) {
  const { before, after, isWorse } = props;
  return (
    <Descriptions
      className="side-by-side"
      layout="vertical"
      size="small"
      colon={false}
      column={{ xs: 1, sm: 2, md: 2, lg: 2, xl: 2, xxl: 2 }}
      items={[
        { key: 'before', label: props.beforeName ?? t('knowledge-gaps.before'), children: before },
        {
          key: 'after',
          className: isWorse ? 'side-worse' : 'side-better',
          label: props.afterName ?? t('knowledge-gaps.after'),
          children: after ?? <span className="cell-quiet">{t('knowledge-gaps.waiting')}</span>,
        },
      ]}
    />
  );
}
