import { Collapse } from 'antd';
import { Link } from 'react-router';
import type { InboxBrief } from '../../../../shared/handover.ts';
import { Facts, VisitData } from '../../../components/facts.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { t } from '../../../providers/i18n.ts';

/** What a person needs to know before the first word. */
export function Brief({ brief, protocol }: { brief: InboxBrief; protocol: string }) {
  const { wants, tried, lacks, visitor, earlier } = brief;
  const { name, email, whatsapp, data } = visitor;
  const contact = [name, email, whatsapp].filter((one) => one !== null);
  const facts = {
    wants: <strong className="three-lines">{wants ?? t('inbox.brief.nothing')}</strong>,
    lacks: lacks.length > 0 && (
      <ul className="plain">
        {lacks.map(({ messageId, question }) => (
          <li key={messageId} className="three-lines">
            {question}
          </li>
        ))}
      </ul>
    ),
    tried: tried.length > 0 && (
      <Collapse
        ghost
        size="small"
        items={tried.map(({ question, outcome, shown }, at) => ({
          key: at,
          label: <span className="three-lines">{question}</span>,
          extra: <span className="cell-quiet">{t(`inbox.outcomes.${outcome}`)}</span>,
          children: shown,
        }))}
      />
    ),
    contact: contact.length > 0 ? contact.join(' · ') : t('inbox.brief.anonymous'),
    page: data && <VisitData data={data} />,
    earlier: earlier.length > 0 && (
      <ul className="plain">
        {earlier.map(({ id, firstQuestion, startedAt }) => (
          <li key={id}>
            <Link className="three-lines" to={`/conversations/${id}`}>
              {firstQuestion}
            </Link>{' '}
            <span className="cell-quiet">
              <MomentText iso={startedAt} />
            </span>
          </li>
        ))}
      </ul>
    ),
  };
  return (
    <aside className="inbox-brief" aria-label={t('inbox.brief.title')}>
      <h2 className="part-heading">{t('inbox.brief.title')}</h2>
      <p className="cell-quiet">{t('inbox.protocol', { protocol })}</p>
      <Facts texts="inbox.brief" facts={facts} />
    </aside>
  );
}
