import { useOne, type HttpError } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { contents as declaration } from '../../../../resources/contents.ts';
import type { RecordOf, Resource } from '../../../../resources/kit/resource.ts';
import { DeleteDialog } from '../../resource/delete-dialog.tsx';
import { writtenCount } from '../../resource/written.ts';
import { Icon } from '../../resource/icon.tsx';
import { LoadError } from '../../resource/list-states.tsx';
import { MomentText } from '../../resource/moment-text.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { StatusDot, toneOf } from '../../resource/status-dot.tsx';
import { useMay } from '../../resource/use-may.ts';
import type { Row } from '../../resource/use-rows.ts';
import { useWords } from '../../resource/words.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { FaqEdit } from './faq-edit.tsx';
import { FileEdit } from './file-edit.tsx';
import { LinkEdit } from './link-edit.tsx';
import './content-edit.css';

export type Content = RecordOf<typeof declaration>;
const resource = declaration as unknown as Resource;
const LIST = '/knowledge-base/content';
/** While it is being trained its status is asked for again, in ms. */
const LIVELY_POLL_MS = 3_000;

const EDITORS = { FAQ: FaqEdit, FILE: FileEdit, LINK: LinkEdit, SITEMAP: LinkEdit };

/** Edits one content by its kind: a question and answer, a file, or a page. */
export function ContentEditPage() {
  const { contentId = '' } = useParams();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const words = useWords(resource);
  const [isLeaving, setLeaving] = useState(false);
  const mayDelete = useMay('contents', 'delete');
  const { query } = useOne<Row, HttpError>({
    resource: 'contents',
    id: contentId,
    errorNotification: false,
    queryOptions: {
      refetchInterval: ({ state }) =>
        ['pending', 'working'].includes(String(state.data?.data.status)) ? LIVELY_POLL_MS : false,
    },
  });
  const content = query.data?.data as unknown as Content | undefined;
  const back = { to: LIST, label: words.title };
  if (!content) {
    return (
      <PageFrame title={t('contents.edit')} back={back}>
        {query.isError ? (
          <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        )}
      </PageFrame>
    );
  }
  const Editor = EDITORS[content.type];
  return (
    <PageFrame
      title={t(`contents.editPage.${content.type}`)}
      intro={content.type === 'FAQ' ? undefined : content.title}
      back={back}
    >
      <div className="content-edit">
        <Editor key={content.id} content={content} done={() => void navigate(LIST)} />
        <ContentFacts content={content} remove={mayDelete ? () => setLeaving(true) : undefined} />
      </div>
      <DeleteDialog
        resource={resource}
        row={isLeaving ? query.data?.data : undefined}
        nameOf={() => content.title}
        onClose={() => setLeaving(false)}
        onDone={() => void navigate(LIST, { replace: true })}
      />
    </PageFrame>
  );
}

/** What is known of the content, beside its form. */
function ContentFacts({ content, remove }: { content: Content; remove?: () => void }) {
  const { t } = useTranslation();
  const words = useWords(resource);
  const { contexts } = useCurrentContext();
  const context = contexts.find(({ id }) => id === content.contextId)?.name;
  return (
    <aside className="content-facts">
      <dl>
        <dt>{words.field('status')}</dt>
        <dd>
          <StatusDot tone={toneOf(content.status) ?? 'off'}>{words.option('status', content.status)}</StatusDot>
          {content.status === 'error' && <p>{content.reason ?? t('contents.noReason')}</p>}
        </dd>
        {context && (
          <>
            <dt>{words.field('context')}</dt>
            <dd>{context}</dd>
          </>
        )}
        <dt>{words.field('words')}</dt>
        <dd className="figures">{writtenCount(content.words)}</dd>
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
