import { type CrudFilter, useCustom } from '@refinedev/core';
import { Card, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { contents } from '../../../../../resources/contents.ts';
import { contexts } from '../../../../../resources/contexts.ts';
import { conversations } from '../../../../../resources/conversations.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCount } from '../../../resource/use-count.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

/** The steps to the first visitor, with the page of each. */
const PATHS = {
  context: '/contexts/new',
  content: '/knowledge-base/content/upload?tab=link',
  preview: '/chat/preview',
  setup: '/chat/setup',
};
const STEPS = Object.keys(PATHS) as (keyof typeof PATHS)[];

export interface Step {
  name: keyof typeof PATHS;
  isDone: boolean;
  /** Whether this is the first step that is not done. */
  isNext: boolean;
}

/** Lists the steps to an assistant that answers on the customer's site. Only the next step has a button. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      className="first-steps page-part"
      role="region"
      aria-labelledby="first-steps"
      title={<h2 id="first-steps">{t('dashboard.steps.title')}</h2>}
      extra={<span className="figures cell-quiet">{t('dashboard.steps.done', { done, all: steps.length })}</span>}
    >
      <Steps
        direction="vertical"
        size="small"
        current={steps.findIndex(({ isNext }) => isNext)}
        items={steps.map(({ name, isDone, isNext }) => ({
          status: isDone ? 'finish' : isNext ? 'process' : 'wait',
          title: (
            <>
              {t(`dashboard.steps.${name}.title`)}
              {isDone && <span className="unseen">{t('dashboard.steps.isDone')}</span>}
            </>
          ),
          description: !isDone && (
            <>
              <p>{t(`dashboard.steps.${name}.text`)}</p>
              {isNext && (
                <ButtonLink to={PATHS[name]} type="primary">
                  {t(`dashboard.steps.${name}.action`)}
                </ButtonLink>
              )}
            </>
          ),
        }))}
      />
    </Card>
  );
}

/** Returns whether the widget was ever loaded on a site: undefined while loading, null after an error. */
function useInstalled(contextId: string | undefined): boolean | null | undefined {
  const { query } = useCustom<{ lastSeenAt: string | null }>({
    url: `${contexts.api}/${contextId}/origins`,
    method: 'get',
    queryOptions: { enabled: contextId !== undefined },
  });
  return query.data ? query.data.data.lastSeenAt !== null : query.isError ? null : undefined;
}

const PREVIEWS: CrudFilter[] = [{ field: 'type', operator: 'eq', value: 'preview' }];

/** Returns the state of each step: undefined while loading, null after an error or if the user may not take them. */
export function useSteps(contextId: string | undefined): Step[] | null | undefined {
  const { contexts: existing, isLoading } = useCurrentContext();
  const canBuild = useAllowed(contents.name, 'create');
  const total = useCount(contents.name, contextId);
  const previews = useCount(conversations.name, contextId, { filters: PREVIEWS });
  const isInstalled = useInstalled(contextId);
  const hasContext = existing.length > 0;
  const known = hasContext ? [hasContext, total, previews, isInstalled] : STEPS.map(() => false);
  if (!canBuild || known.includes(null)) return null;
  if (isLoading || known.includes(undefined)) return undefined;
  const done = known.map(Boolean);
  return STEPS.map((name, at) => ({ name, isDone: done[at] ?? false, isNext: done.indexOf(false) === at }));
}
