import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { models } from '../../../../../resources/models.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { useListTable } from '../../../resource/use-list-table.ts';
import { ModelChoiceForm } from './model-choice.tsx';
import { ModelList, ModelListWaiting } from './model-list.tsx';
import { CHATBOT_PAGE, useChoice } from './models.ts';
import '../staff.css';

/** The page where staff manage the platform's models, their costs, and which plan uses which model. */
export function AdminChatbotPage() {
  const { t } = useTranslation();
  return (
    <PageFrame
      title={t('models.title')}
      intro={t('models.intro')}
      action={
        <ButtonLink to={`${CHATBOT_PAGE}/new`} type="primary" icon={<Icon name="add" />}>
          {t('models.new')}
        </ButtonLink>
      }
    >
      <Models />
      <Outlet />
    </PageFrame>
  );
}

function Models() {
  const { tableQuery: list } = useListTable<ModelRecord>(models, undefined).table;
  const choiceQuery = useChoice();
  const choice = choiceQuery.data?.data;
  const again = () => void Promise.all([list.refetch(), choiceQuery.refetch()]);
  const error = list.error ?? choiceQuery.error;
  const busy = list.isFetching || choiceQuery.isFetching;
  const rows = list.data?.data;
  if (!rows) {
    return list.error ? <LoadError error={list.error} again={again} busy={busy} /> : <ModelListWaiting />;
  }
  const names = new Map(choice?.plans.map(({ id, name }) => [id, name]));
  const plansOf = ({ planIds }: ModelRecord) => planIds.map((id) => names.get(id) ?? id);
  return (
    <>
      {error && choice && <StaleNotice again={again} busy={busy} />}
      <ModelList models={rows} plansOf={plansOf} />
      {choice ? (
        <ModelChoiceForm models={rows} choice={choice} />
      ) : choiceQuery.error ? (
        <LoadError error={choiceQuery.error} again={again} busy={busy} />
      ) : (
        <Skeleton rows={4} />
      )}
    </>
  );
}
