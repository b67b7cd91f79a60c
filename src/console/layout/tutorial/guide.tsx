import { Button, Card, Flex, Progress, Steps } from 'antd';
import { TUTORIAL_DONE, TUTORIAL_STEPS } from '../../../shared/first-steps.ts';
import type { GuideFacts, SessionUser } from '../../../shared/session.ts';
import { ButtonLink } from '../../components/button-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { useGet } from '../../components/use-get.ts';
import { t } from '../../providers/i18n.ts';
import { useCanFollowTutorial, useTutorialCalls } from './tutorial-requests.ts';

/** The steps that tick by what has happened, with the page of each. */
const PATHS = { content: '/knowledge-base/content/upload?tab=link', preview: '/chat/preview', setup: '/chat/setup' };
const GUIDE_STEPS = Object.keys(PATHS) as (keyof GuideFacts)[];
/** Training and first visits take a moment. */
const POLL_MS = 10_000;

/** Returns what has happened; undefined until it is known, or if the user does not follow the guide. */
export function useGuideFacts(me: SessionUser | undefined): GuideFacts | undefined {
  const canFollow = useCanFollowTutorial();
  const query = useGet<GuideFacts>('/users/tutorial', {
    isQuiet: true,
    enabled: canFollow && me !== undefined && me.tutorial < TUTORIAL_DONE,
    refetchInterval: POLL_MS,
  });
  return query.data?.data;
}

export const isGuideDone = (facts: GuideFacts): boolean => GUIDE_STEPS.every((step) => facts[step]);

const nextOf = (facts: GuideFacts) => GUIDE_STEPS.find((step) => !facts[step]) ?? 'setup';

function itemsOf(facts: GuideFacts) {
  return GUIDE_STEPS.map((step) => ({
    step,
    status: facts[step] ? ('finish' as const) : step === nextOf(facts) ? ('process' as const) : ('wait' as const),
    title: (
      <>
        {t(`tutorial.steps.${step}.title`)}
        {facts[step] && <span className="unseen">{t('tutorial.steps.isDone')}</span>}
      </>
    ),
  }));
}

/** The steps as one line. */
export function GuideProgress({ facts }: { facts: GuideFacts }) {
  return <Steps className="tutorial-progress" type="inline" items={itemsOf(facts)} />;
}

/** Returns a function that opens the guide at the step that is due. */
function useUnfold(me: SessionUser, facts: GuideFacts): () => void {
  const { goTo } = useTutorialCalls();
  const due = TUTORIAL_STEPS.indexOf(facts.content ? 'setup' : 'content');
  return () => void goTo(Math.max(me.tutorial, facts.content ? due : me.tutorial));
}

/** The folded guide, above the screens of its steps. */
export function FoldedGuide({ me, facts }: { me: SessionUser; facts: GuideFacts }) {
  const unfold = useUnfold(me, facts);
  const done = GUIDE_STEPS.filter((step) => facts[step]).length;
  return (
    <Button type="text" className="tutorial-folded" onClick={unfold}>
      <Progress
        type="circle"
        size={20}
        strokeWidth={14}
        percent={(done / GUIDE_STEPS.length) * 100}
        showInfo={false}
        aria-hidden
      />
      <strong>{t('tutorial.resume')}</strong>
      <span className="cell-line cell-quiet">{t(`tutorial.steps.${nextOf(facts)}.title`)}</span>
      <Icon name="chevronRight" size={14} />
    </Button>
  );
}

/** The guide on the home page. Only the next step has a button. */
export function GuideCard({ me, facts }: { me: SessionUser; facts: GuideFacts }) {
  const unfold = useUnfold(me, facts);
  const { end, isBusy } = useTutorialCalls();
  const next = nextOf(facts);
  return (
    <Card
      className="first-steps page-part"
      role="region"
      aria-labelledby="first-steps"
      title={<h2 id="first-steps">{t('tutorial.resume')}</h2>}
      extra={
        <Button type="text" loading={isBusy} onClick={() => void end()}>
          {t('tutorial.hide')}
        </Button>
      }
    >
      <Steps
        direction="vertical"
        size="small"
        items={itemsOf(facts).map(({ step, ...item }) => ({
          ...item,
          description: !facts[step] && (
            <>
              <p>{t(`tutorial.steps.${step}.text`)}</p>
              {step === next && (
                <Flex wrap gap="small">
                  <ButtonLink to={PATHS[step]} type="primary">
                    {t(`tutorial.steps.${step}.action`)}
                  </ButtonLink>
                  <Button onClick={unfold}>{t('tutorial.more')}</Button>
                </Flex>
              )}
            </>
          ),
        }))}
      />
    </Card>
  );
}
