import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../resource/icon.tsx';
import { useMay } from '../../resource/use-may.ts';
import type { Row } from '../../resource/use-rows.ts';
import type { LastAnswer } from './chat-preview-page.tsx';

const SUGGESTED = 5;

/** Beside the panel: questions to try, where the last answer came from, and how to better it. */
export function PreviewHelp(props: {
  contextId: string;
  last: LastAnswer | undefined;
  ask: (question: string) => void;
}) {
  const { t } = useTranslation();
  const mayTeach = useMay('contents', 'create');
  const questions = useSuggested(props.contextId);
  return (
    <aside className="preview-help">
      <section>
        <h2>{t('chat-preview.try')}</h2>
        {questions?.length === 0 && <p>{t('chat-preview.tryNone')}</p>}
        <ul className="preview-questions">
          {questions?.map(({ id, title }) => (
            <li key={id}>
              <button type="button" onClick={() => props.ask(String(title))}>
                {String(title)}
                <Icon name="chevronRight" size={14} />
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-live="polite">
        <h2>{t('chat-preview.sources')}</h2>
        <LastSources last={props.last} />
      </section>
      {mayTeach && (
        <section>
          <h2>{t('chat-preview.tips.title')}</h2>
          <p>{t('chat-preview.tips.text')}</p>
          <Link to="/knowledge-base/content/upload?tab=faq">{t('chat-preview.tips.action')}</Link>
        </section>
      )}
    </aside>
  );
}

function LastSources({ last }: { last: LastAnswer | undefined }) {
  const { t } = useTranslation();
  if (!last) return <p>{t('chat-preview.sourcesNone')}</p>;
  if (!last.grounded || last.sources.length === 0) return <p>{t('chat-preview.sourcesMiss')}</p>;
  return (
    <ul className="preview-sources">
      {last.sources.map(({ contentId, title, page, excerpt }, at) => (
        <li key={`${contentId} ${at}`}>
          <Link to={`/knowledge-base/content/edit/${contentId}`}>
            <strong>{title}</strong>
            {page && <span className="figures"> · {t('chat-preview.page', { page })}</span>}
            <span className="preview-excerpt">{excerpt}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Questions that the base certainly answers: those of its own questions and answers. */
function useSuggested(contextId: string): Row[] | undefined {
  const { query } = useList<Row, HttpError>({
    resource: 'contents',
    pagination: { currentPage: 1, pageSize: SUGGESTED },
    sorters: [{ field: 'updatedAt', order: 'desc' }],
    filters: [
      { field: 'contextId', operator: 'eq', value: contextId },
      { field: 'parents', operator: 'eq', value: 'true' },
      { field: 'type', operator: 'in', value: ['FAQ'] },
      { field: 'status', operator: 'in', value: ['done'] },
      { field: 'enabled', operator: 'eq', value: 'true' },
    ],
    errorNotification: false,
  });
  return query.data?.data ?? (query.isError ? [] : undefined);
}
