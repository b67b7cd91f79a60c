import { Collapse, Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InboxBrief } from '../../../../shared/handover.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { VisitData } from '../../../components/visit-data.tsx';

/** What a person needs to know before the first word. */
export function Brief({ brief, protocol }: { brief: InboxBrief; protocol: string }) {
  const { t } = useTranslation();
  const { wants, tried, lacks, visitor, earlier } = brief;
  const { name, email, whatsapp, data } = visitor;
  const contact = [name, email, whatsapp].filter((one) => one !== null);
  const part = (key: string, children: ReactNode) => ({ key, label: t(`inbox.brief.${key}`), children });
  const items = [
    part('wants', <strong>{wants ?? t('inbox.brief.nothing')}</strong>),
    lacks.length > 0 &&
      part(
        'lacks',
        <ul className="plain">
          {lacks.map(({ messageId, question }) => (
            <li key={messageId}>{question}</li>
          ))}
        </ul>,
      ),
    tried.length > 0 &&
      part(
        'tried',
        <Collapse
          ghost
          size="small"
          items={tried.map(({ question, outcome, shown }, at) => ({
            key: at,
            label: question,
            extra: <span className="cell-quiet">{t(`inbox.outcomes.${outcome}`)}</span>,
            children: shown,
          }))}
        />,
      ),
    part('contact', contact.length > 0 ? contact.join(' · ') : t('inbox.brief.anonymous')),
    data && part('page', <VisitData data={data} />),
    earlier.length > 0 &&
      part(
        'earlier',
        <ul className="plain">
          {earlier.map(({ id, firstQuestion, startedAt }) => (
            <li key={id}>
              <Link to={`/conversations/${id}`}>{firstQuestion}</Link>{' '}
              <span className="cell-quiet">
                <MomentText iso={startedAt} />
              </span>
            </li>
          ))}
        </ul>,
      ),
  ].filter((item) => typeof item === 'object' && item !== null);
  return (
    <aside className="inbox-brief" aria-label={t('inbox.brief.title')}>
      <h2 className="part-heading">{t('inbox.brief.title')}</h2>
      <p className="cell-quiet">{t('inbox.protocol', { protocol })}</p>
      <Descriptions layout="vertical" size="small" colon={false} column={1} items={items} />
    </aside>
  );
}
