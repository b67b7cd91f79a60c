import { Button, Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TUTORIAL_LAST, TUTORIAL_STEPS, type TutorialMode, type TutorialStep } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { Icon } from '../../components/icon.tsx';
import { ContentWays } from './content-ways.tsx';
import { foldTutorial, useIsFolded } from './folded.ts';
import { SetupWays } from './setup-ways.tsx';
import { SitesChoice } from './sites-choice.tsx';
import { SubcontextForm } from './subcontext-form.tsx';
import { useTutorialCalls } from './tutorial-calls.ts';
import { StepDrawing } from './tutorial-drawings.tsx';

/** The steps of somebody's way: one site needs no subcontext, and who may make no contexts is not asked about sites. */
export function pathOf(mode: TutorialMode, canCreate: boolean): TutorialStep[] {
  return TUTORIAL_STEPS.filter(
    (step) => (canCreate || (step !== 'sites' && step !== 'subcontext')) && (mode === 'many' || step !== 'subcontext'),
  );
}

/**
 * Leads somebody new from nothing to an assistant on his site. The step lies with the user on the server: it goes on
 * after a reload and on another device. While one does what a step asks for, it is folded to a small button.
 */
export function Wizard(props: { me: SessionUser; canCreate: boolean; onSendAway: () => void }) {
  const { me, canCreate, onSendAway } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isFolded = useIsFolded(me.id);
  const { goTo, end, isBusy } = useTutorialCalls();
  // Told with the step that follows: who chooses and goes on at once waits for nothing.
  const [chosen, setChosen] = useState<TutorialMode>();
  const mode = chosen ?? me.tutorialMode ?? 'one';
  const path = pathOf(mode, canCreate);
  // A step that is not on one's way (the role has changed) stands for the next one that is.
  const at = Math.max(
    path.findIndex((step) => TUTORIAL_STEPS.indexOf(step) >= me.tutorial),
    0,
  );
  const step = path[at] ?? 'start';
  const goBy = (by: number) => {
    const next = path[at + by];
    return goTo(next ? TUTORIAL_STEPS.indexOf(next) : TUTORIAL_LAST, step === 'sites' ? mode : undefined);
  };
  const finish = async () => {
    if (await end()) void navigate(mode === 'many' ? '/contexts' : '/knowledge-base/content');
  };
  const sendAway = async () => {
    onSendAway();
    await end();
  };
  const leaveFor = (to: string) => {
    foldTutorial(me.id);
    void navigate(to);
  };
  if (isFolded) return <Folded at={at} of={path.length} step={step} />;

  const bodies: Record<TutorialStep, ReactNode> = {
    start: <p>{t('tutorial.start.text')}</p>,
    sites: <SitesChoice mode={mode} onChoose={setChosen} />,
    subcontext: <SubcontextForm />,
    content: <ContentWays me={me} leaveFor={leaveFor} />,
    setup: <SetupWays leaveFor={leaveFor} />,
  };
  const isLast = step === 'setup';
  return (
    <Frame
      title={t(`tutorial.${step}.title`, { name: me.name.trim().split(/\s+/)[0] })}
      step={step}
      at={at}
      of={path.length}
      onFold={() => foldTutorial(me.id)}
      footer={
        <>
          <Button type="text" className="tutorial-away" onClick={() => void sendAway()} disabled={isBusy}>
            {t('tutorial.notNow')}
          </Button>
          {at > 0 && (
            <Button onClick={() => void goBy(-1)} disabled={isBusy}>
              {t('tutorial.back')}
            </Button>
          )}
          <Button type="primary" loading={isBusy} onClick={() => void (isLast ? finish() : goBy(1))}>
            {t(isLast ? 'tutorial.finish' : step === 'start' ? 'tutorial.begin' : 'tutorial.next')}
          </Button>
        </>
      }
    >
      {bodies[step]}
    </Frame>
  );
}

function Frame(props: {
  title: string;
  step: TutorialStep;
  at: number;
  of: number;
  onFold: () => void;
  footer: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { at, of, step } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // Each step is read from its heading on.
  useEffect(() => heading.current?.focus(), [step]);
  return (
    <Modal
      className="tutorial"
      wrapClassName="tutorial-wrap"
      open
      centered
      width={560}
      maskClosable={false}
      onCancel={props.onFold}
      closable={{ 'aria-label': t('tutorial.fold') }}
      afterOpenChange={(isOpen) => isOpen && heading.current?.focus()}
      title={
        <>
          <span className="tutorial-progress">
            <span className="figures">{t('tutorial.progress', { at: at + 1, of })}</span>
            <span className="tutorial-dots" aria-hidden>
              {Array.from({ length: of }, (_, dot) => (
                <i key={dot} data-state={dot < at ? 'done' : dot === at ? 'now' : 'later'} />
              ))}
            </span>
          </span>
          <h2 ref={heading} tabIndex={-1}>
            {props.title}
          </h2>
        </>
      }
      footer={props.footer}
    >
      <div key={step} className="tutorial-step">
        {(step === 'start' || step === 'subcontext') && <StepDrawing name={step} />}
        {props.children}
      </div>
    </Modal>
  );
}

/** The way back, while one works on a step. */
function Folded({ at, of, step }: { at: number; of: number; step: TutorialStep }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="tutorial-folded" onClick={() => foldTutorial(null)}>
      <svg aria-hidden width="28" height="28" viewBox="0 0 28 28">
        <circle className="tutorial-ring" cx="14" cy="14" r="11" pathLength={of} />
        <circle
          className="tutorial-ring-done"
          cx="14"
          cy="14"
          r="11"
          pathLength={of}
          strokeDasharray={`${at + 0.5} ${of}`}
        />
      </svg>
      <span>
        <strong>{t('tutorial.resume')}</strong>
        <span>{t(`tutorial.${step}.short`)}</span>
      </span>
      <Icon name="chevronRight" size={14} />
    </button>
  );
}
