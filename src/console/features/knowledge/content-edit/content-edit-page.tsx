import { type HttpError, useOne } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { type Content, isRead } from '../../../components/content-kinds.ts';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, toneOf } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useResourceTexts } from '../../../resource/words.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { ContentRemoval } from '../content-removal.tsx';
import { AnsweringNow } from './answering-now.tsx';
import { ContentNotes } from './content-notes.tsx';
import { FaqEdit } from './faq-edit.tsx';
import { FileEdit } from './file-edit.tsx';
import { LearntText } from './learnt-text.tsx';
import { LinkEdit } from './link-edit.tsx';
import { Readings, useReadingList } from './readings.tsx';
import { SitemapPages } from './sitemap-pages.tsx';
import './content-edit.css';

const LIST = '/knowledge-base/content';
/** While it is being trained its status is asked for again, in ms. */
const LIVELY_POLL_MS = 3_000;

const EDITORS = { FAQ: FaqEdit, FILE: FileEdit, LINK: LinkEdit, SITEMAP: LinkEdit };

/** Edits one content by its kind: a question and answer, a file, or a page. */
export function ContentEditPage() {
  const { contentId = '' } = useParams();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const words = useResourceTexts(resource);
  const [isLeaving, setLeaving] = useState(false);
  const canEdit = useAllowed('contents', 'edit');
  const canDelete = useAllowed('contents', 'delete');
  // Most contents are pages: their readings are asked for beside them, not behind.
  useReadingList(contentId);
  const { query } = useOne<Content, HttpError>({
    resource: 'contents',
    id: contentId,
    errorNotification: false,
    queryOptions: {
      refetchInterval: ({ state }) =>
        ['pending', 'working'].includes(String(state.data?.data.status)) ? LIVELY_POLL_MS : false,
    },
  });
  const content = query.data?.data;
  const back = { to: LIST, label: words.title };
  if (!content) {
    return (
      <PageFrame title={t('contents.edit')} back={back}>
        {query.isError ? (
          <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} back={LIST} />
        ) : (
          <Skeleton rows={8} />
        )}
      </PageFrame>
    );
  }
  const Editor = EDITORS[content.type];
  return (
    <PageFrame
      title={t(`contents.${canEdit ? 'editPage' : 'options.type'}.${content.type}`)}
      intro={content.type === 'FAQ' ? undefined : content.title}
      back={back}
    >
      <div className="content-edit">
        <div key={content.id}>
          <ContentNotes content={content} />
          <AnsweringNow content={content} />
          <Editor content={content} done={() => void navigate(LIST)} />
          {isRead(content) && <Readings content={content} />}
          {content.type === 'SITEMAP' && <SitemapPages content={content} />}
          {(content.type === 'LINK' || content.type === 'FILE') && <LearntText content={content} />}
        </div>
        <ContentFacts content={content} remove={canDelete ? () => setLeaving(true) : undefined} />
      </div>
      <ContentRemoval
        content={isLeaving ? content : undefined}
        onClose={() => setLeaving(false)}
        onDone={() => void navigate(LIST, { replace: true })}
      />
    </PageFrame>
  );
}

/** What is known of the content, beside its form. */
function ContentFacts({ content, remove }: { content: Content; remove?: () => void }) {
  const { t } = useTranslation();
  const words = useResourceTexts(resource);
  const { contexts } = useCurrentContext();
  const canSeo = useAllowed('seo-evaluations', 'show');
  const context = contexts.find(({ id }) => id === content.contextId)?.name;
  return (
    <aside className="content-facts">
      <dl>
        <dt>{words.field('status')}</dt>
        <dd>
          <StatusDot tone={toneOf(content.status) ?? 'off'}>{words.option('status', content.status)}</StatusDot>
        </dd>
        {context && (
          <>
            <dt>{words.field('context')}</dt>
            <dd>{context}</dd>
          </>
        )}
        {content.type !== 'SITEMAP' && (
          <>
            <dt>{words.field('words')}</dt>
            <dd className="figures">{formatCount(content.words)}</dd>
          </>
        )}
        {content.syncedAt && (
          <>
            <dt>{words.field('syncedAt')}</dt>
            <dd>
              <MomentText iso={content.syncedAt} />
            </dd>
          </>
        )}
        {content.sitemapId && (
          <>
            <dt>{words.field('sitemapId')}</dt>
            <dd>
              <Link to={`${LIST}/edit/${content.sitemapId}`}>{t('contents.map.open')}</Link>
            </dd>
          </>
        )}
        {content.type === 'LINK' && canSeo && (
          <>
            <dt>{words.field('seo')}</dt>
            <dd>
              <Link to={`/seo-evaluation/${content.id}`}>{t('contents.seo.see')}</Link>
            </dd>
          </>
        )}
        <dt>{words.field('updatedAt')}</dt>
        <dd>
          <MomentText iso={content.updatedAt} />
        </dd>
      </dl>
      {remove && (
        <Button type="text" danger icon={<Icon name="trash" />} onClick={remove}>
          {t('contents.delete.action')}
        </Button>
      )}
    </aside>
  );
}
