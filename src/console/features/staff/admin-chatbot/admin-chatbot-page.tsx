import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import type { ModelRecord } from '../../../../shared/models.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import './admin-chatbot.css';
import { ModelChoiceForm } from './model-choice.tsx';
import { ModelList, ModelListWaiting } from './model-list.tsx';
import { CHATBOT_PAGE, choiceQuery, modelsQuery } from './models.ts';

/** The models of the platform, what they cost, and which plan uses which. For staff. */
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
  const models = useQuery(modelsQuery);
  const choice = useQuery(choiceQuery);
  const again = () => void Promise.all([models.refetch(), choice.refetch()]);
  const error = models.error ?? choice.error;
  const busy = models.isFetching || choice.isFetching;
  if (!models.data) {
    return models.error ? <LoadError error={models.error} again={again} busy={busy} /> : <ModelListWaiting />;
  }
  const names = new Map(choice.data?.plans.map(({ id, name }) => [id, name]));
  const plansOf = ({ planIds }: ModelRecord) => planIds.map((id) => names.get(id) ?? id);
  return (
    <>
      {error && choice.data && <StaleNotice again={again} busy={busy} />}
      <ModelList models={models.data} plansOf={plansOf} />
      {choice.data ? (
        <ModelChoiceForm models={models.data} choice={choice.data} />
      ) : choice.error ? (
        <LoadError error={choice.error} again={again} busy={busy} />
      ) : (
        <Skeleton rows={4} />
      )}
    </>
  );
}
