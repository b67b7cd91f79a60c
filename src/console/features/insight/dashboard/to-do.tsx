import { Card } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { contents } from '../../../../../resources/contents.ts';
import { knowledgeGaps } from '../../../../../resources/knowledge-gaps.ts';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import type { SomeContents, ToDo } from '../../../../shared/to-do.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { useGet } from '../../../components/use-get.ts';
import { USAGE_PAGE } from '../../../layout/notice-banner.tsx';
import { stopSentence } from '../../../layout/notices.ts';
import { shortDay, shortDayOf } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

const POLL_MS = 60_000;

export const useToDo = () => useGet<ToDo>('/dashboard/to-do', { isQuiet: true, refetchInterval: POLL_MS });

interface ToDoLine {
  icon: IconName;
  /** Visitors get no answer because of it. */
  isUrgent?: boolean;
  text: string;
  note?: ReactNode;
  action?: { to: string; label: string; contextId?: string | null; isMain?: boolean };
}

const editPath = (contentId: string) => `${contents.path}/edit/${contentId}`;

/** Lists what waits for somebody, the most urgent first, each with the way to where it is mended. */
export function ToDoList({ toDo, isUntaught }: { toDo: ToDo; isUntaught: boolean }) {
  const canTeach = useAllowed(contents.name, 'create');
  const lines = [
    ...stopLines(toDo),
    ...(isUntaught && canTeach ? [teachLine()] : []),
    ...[...visitorLines(toDo), ...contentLines(toDo), ...creditLines(toDo)],
  ];
  const gaps = useGapLines(toDo);
  return (
    <Card
      className="to-do page-part"
      styles={{ body: { padding: 0 } }}
      role="region"
      aria-labelledby="to-do"
      title={<h2 id="to-do">{t('dashboard.toDo.title')}</h2>}
    >
      {lines.length + gaps.length === 0 && (
        <p className="to-do-line">
          <Icon name="check" /> {t('dashboard.toDo.none')}
        </p>
      )}
      <Lines lines={lines} />
      {gaps.length > 0 && (
        <>
          <h3 className="to-do-heading">{t('dashboard.toDo.gaps')}</h3>
          <Lines lines={gaps} />
        </>
      )}
    </Card>
  );
}

function Lines({ lines }: { lines: readonly ToDoLine[] }) {
  const { select } = useCurrentContext();
  return (
    <ul className="plain">
      {lines.map(({ icon, isUrgent, text, note, action }) => (
        <li key={text} className="to-do-line" data-urgent={isUrgent}>
          <Icon name={icon} />
          <span className="fill">
            {text}
            {note && <span className="cell-small">{note}</span>}
          </span>
          {action && (
            <ButtonLink
              to={action.to}
              type={action.isMain ? 'primary' : 'default'}
              aria-label={`${action.label}: ${text}`}
              onNavigate={() => action.contextId && select(action.contextId)}
            >
              {action.label}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}

const stopLines = ({ stops }: ToDo): ToDoLine[] =>
  stops.map((stop) => ({
    icon: 'warning',
    isUrgent: true,
    text: stopSentence(stop),
    action: { to: USAGE_PAGE, label: t(`dashboard.toDo.stops.${stop.limit}`), contextId: stop.contextId },
  }));

const teachLine = (): ToDoLine => ({
  icon: 'file',
  isUrgent: true,
  text: t('dashboard.toDo.teach.text'),
  action: { to: `${contents.path}/upload`, label: t('dashboard.toDo.teach.action'), isMain: true },
});

function visitorLines(toDo: ToDo): ToDoLine[] {
  const line = (name: 'conversations' | 'messages', icon: IconName, to: string, isUrgent: boolean): ToDoLine[] => {
    const { count = 0, since, contextId } = toDo[name] ?? {};
    if (count === 0) return [];
    const note = since && (
      <>
        {t('dashboard.toDo.oldest')} <MomentText iso={since} />
      </>
    );
    const action = { to, label: t(`dashboard.toDo.${name}.action`), contextId };
    return [{ icon, isUrgent, text: t(`dashboard.toDo.${name}.text`, { count }), note, action }];
  };
  return [
    ...line('conversations', 'user', '/inbox', true),
    ...line('messages', 'chat', `${visitorMessages.path}?status=open`, false),
  ];
}

function contentLines(toDo: ToDo): ToDoLine[] {
  const line = (name: 'held' | 'failed' | 'changed', icon: IconName): ToDoLine[] => {
    const some = toDo[name];
    if (!some || some.count === 0) return [];
    const [first] = some.data;
    const text = t(`dashboard.toDo.${name}.text`, { count: some.count });
    const label = t(`dashboard.toDo.${name}.action`);
    return [{ icon, text, note: <Titles some={some} />, action: first && { to: editPath(first.contentId), label } }];
  };
  return [...line('held', 'clock'), ...line('failed', 'warning'), ...line('changed', 'refresh')];
}

function Titles({ some: { count, data } }: { some: SomeContents }) {
  const left = count - data.length;
  return (
    <>
      {data.map(({ contentId, title }, at) => (
        <Fragment key={contentId}>
          {at > 0 && ' · '}
          <Link to={editPath(contentId)}>{title}</Link>
        </Fragment>
      ))}
      {left > 0 && ` ${t('dashboard.toDo.left', { count: left })}`}
    </>
  );
}

function creditLines({ credits }: ToDo): ToDoLine[] {
  if (!credits) return [];
  const text = t('dashboard.toDo.credits.text', { endsOn: shortDayOf(credits.endsOn), until: shortDay(credits.until) });
  return [{ icon: 'bolt', text, action: { to: '/plan', label: t('dashboard.toDo.credits.action') } }];
}

function useGapLines({ gaps }: ToDo): ToDoLine[] {
  const canAnswer = useAllowed(knowledgeGaps.name, 'answer');
  return (gaps ?? []).map(({ id, question, visitors }) => ({
    icon: 'question',
    text: question,
    note: t('dashboard.toDo.visitors', { count: visitors }),
    action: { to: `${knowledgeGaps.path}/${id}`, label: t(canAnswer ? 'dashboard.toDo.answer' : 'dashboard.toDo.see') },
  }));
}
