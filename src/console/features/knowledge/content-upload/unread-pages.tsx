import { Collapse, List } from 'antd';
import { useTranslation } from 'react-i18next';
import { foldIcon } from '../../../components/fold-icon.tsx';
import { type FoundPage, pathWithin, unreadByReason } from './capture.ts';

/** Lists the pages that were not read, grouped by reason: failures, and pages that the site excludes. */
export function UnreadPages({ pages, site }: { pages: readonly FoundPage[]; site: string }) {
  const { t } = useTranslation();
  const items = (['failed', 'excluded'] as const).flatMap((status) => {
    const some = pages.filter((page) => page.status === status);
    if (some.length === 0) return [];
    return [
      {
        key: status,
        label: t(`content-upload.link.see.${status}`, { count: some.length }),
        children: unreadByReason(some).map(([reason, unread]) => (
          <List
            key={reason}
            size="small"
            className="unread-pages"
            header={
              <strong>
                {reason || t('content-upload.link.noReason')}{' '}
                <span className="cell-quiet">{t('content-upload.link.pages', { count: unread.length })}</span>
              </strong>
            }
            dataSource={unread}
            rowKey="url"
            renderItem={({ url }) => <List.Item>{pathWithin(site, url)}</List.Item>}
          />
        )),
      },
    ];
  });
  return items.length > 0 && <Collapse ghost expandIcon={foldIcon} size="small" items={items} />;
}
