import { Button, Form, Input, Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { contexts as declaration } from '../../../../resources/contexts.ts';
import {
  TUTORIAL_LAST,
  TUTORIAL_MODES,
  TUTORIAL_STEPS,
  type TutorialMode,
  type TutorialStep,
} from '../../../shared/first-steps.ts';
import type { GuideFacts, SessionUser } from '../../../shared/session.ts';
import { isProfile, nameOfSite } from '../../../shared/site-origins.ts';
import { Choices } from '../../components/choices.tsx';
import { useFocusBack } from '../../components/focus-back.ts';
import { useDialogTurn } from '../../components/use-dialog-turn.ts';
import { useGet } from '../../components/use-get.ts';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { t } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { GuideProgress } from './guide.tsx';
import { SubcontextForm } from './subcontext-form.tsx';
import { StepDrawing } from './tutorial-drawings.tsx';
import { useTutorialCalls } from './tutorial-requests.ts';
import { ContentWays, SetupWays } from './ways.tsx';

/** Returns the user's steps. One site needs no subcontexts; users who may not create contexts skip both steps. */
export function pathOf(mode: TutorialMode, canCreate: boolean): TutorialStep[] {
  return TUTORIAL_STEPS.filter(
    (step) => (canCreate || (step !== 'sites' && step !== 'subcontext')) && (mode === 'many' || step !== 'subcontext'),
  );
}

/**
 * Guides a new user to a working assistant on their site. The server stores the step, so that the tutorial continues
 * after a reload and on another device.
 */
export function Wizard({ me, facts, canCreate }: { me: SessionUser; facts: GuideFacts; canCreate: boolean }) {
  const navigate = useNavigate();
  const isOpen = useDialogTurn(!me.tutorialFolded);
  const { goTo, end, isBusy } = useTutorialCalls();
  const firm = useFirmName(me);
  // Sent together with the next step, so that the choice needs no separate request.
  const [chosen, setChosen] = useState<TutorialMode>();
  const mode = chosen ?? me.tutorialMode ?? 'one';
  const path = pathOf(mode, canCreate);
  // After a change of role, the stored step may be missing from the path. Then the next one counts.
  const at = Math.max(
    path.findIndex((step) => TUTORIAL_STEPS.indexOf(step) >= me.tutorial),
    0,
  );
  const step = path[at] ?? 'start';
  const goBy = async (by: number) => {
    if (step === 'start' && !(await firm.save())) return false;
    const next = path[at + by];
    return goTo(next ? TUTORIAL_STEPS.indexOf(next) : TUTORIAL_LAST, { mode: step === 'sites' ? mode : undefined });
  };
  const finish = async () => {
    if (await end()) void navigate(mode === 'many' ? '/contexts' : '/knowledge-base/content');
  };
  const fold = () => goTo(me.tutorial, { folded: true });
  const leaveFor = async (to: string, state?: object) => {
    if (await fold()) void navigate(to, { state });
  };
  if (!isOpen) return null;

  const bodies: Record<TutorialStep, ReactNode> = {
    start: (
      <>
        <p>{t('tutorial.start.text')}</p>
        {firm.field}
      </>
    ),
    sites: <SitesChoice mode={mode} onChoose={setChosen} />,
    subcontext: <SubcontextForm />,
    content: <ContentWays me={me} facts={facts} leaveFor={(...to) => void leaveFor(...to)} />,
    setup: <SetupWays facts={facts} leaveFor={(to) => void leaveFor(to)} />,
  };
  const isLast = step === 'setup';
  /** What this step asks for is still to be done: its first way is the main one, not going on. */
  const isSkip = step === 'content' && !facts.content;
  const onward = isSkip ? 'skip' : isLast ? 'finish' : step === 'start' ? 'begin' : 'next';
  return (
    <Frame
      title={t(`tutorial.${step}.title`, { name: me.name.trim().split(/\s+/)[0] })}
      step={step}
      facts={facts}
      onFold={() => void fold()}
      footer={
        <>
          <Button type="text" className="tutorial-away" onClick={() => void fold()}>
            {t('tutorial.notNow')}
          </Button>
          {at > 0 && (
            <Button onClick={() => void goBy(-1)} disabled={isBusy}>
              {t('tutorial.back')}
            </Button>
          )}
          <Button
            type={isSkip ? 'default' : 'primary'}
            loading={isBusy}
            onClick={() => void (isLast ? finish() : goBy(1))}
          >
            {t(`tutorial.${onward}`)}
          </Button>
        </>
      }
    >
      {bodies[step]}
    </Frame>
  );
}

/** Asks whether the assistant is for one site or for several that share contents. */
function SitesChoice(props: { mode: TutorialMode; onChoose: (mode: TutorialMode) => void }) {
  return (
    <>
      <StepDrawing name="sites" />
      <p>{t('tutorial.sites.text')}</p>
      <Choices
        aria-label={t('tutorial.sites.title')}
        choiceClass="tutorial-choice framed"
        value={props.mode}
        onChange={props.onChoose}
        options={TUTORIAL_MODES.map((value) => ({
          value,
          label: t(`tutorial.sites.${value}`),
          text: t(`tutorial.sites.${value}Text`),
        }))}
      />
    </>
  );
}

function Frame(props: {
  title: string;
  step: TutorialStep;
  facts: GuideFacts;
  onFold: () => void;
  footer: ReactNode;
  children: ReactNode;
}) {
  const { step } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusBack();
  // Focuses the heading, so that screen readers start reading each step there.
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
          <GuideProgress facts={props.facts} />
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

/**
 * Returns the field for the name of the business, which its site proposes, and a function that gives the name to the account and the
 * assistant and returns whether that succeeded. Only at the first time: the field is null for those who may not, or have named it.
 */
function useFirmName(me: SessionUser) {
  const { contexts, refresh } = useCurrentContext();
  const canName = useAllowed(declaration.name, 'edit');
  const canNameAccount = useAllowed('account', 'edit');
  const [typed, setTyped] = useState<string>();
  const root = contexts[0];
  const isAsked = root !== undefined && canName && canNameAccount && me.tutorialMode === null;
  const website = isProfile(me.website) ? null : me.website;
  const query = useGet<{ name: string | null }>('/contents/site-name', {
    query: { url: website },
    isQuiet: true,
    enabled: isAsked && website !== null,
    retry: false,
    staleTime: Infinity,
  });
  const proposed = query.data?.data.name ?? (root && nameOfSite(me.website ?? undefined) ? root.name : '');
  const name = typed ?? proposed;
  const save = async (): Promise<boolean> => {
    const wanted = name.trim();
    if (!isAsked || wanted === '') return true;
    try {
      // The assistant is called like its context.
      if (wanted !== root.name) await request(`/contexts/${root.id}`, { method: 'PUT', body: { name: wanted } });
      await request('/account', { method: 'PUT', body: { name: wanted } });
      await refresh();
      return true;
    } catch (failure) {
      showFailure(failure);
      return false;
    }
  };
  const field = isAsked ? (
    <Form layout="vertical" component="div">
      <Form.Item label={t('tutorial.start.firm')} htmlFor="firm" extra={t('tutorial.start.firmHint')}>
        <Input
          id="firm"
          value={name}
          maxLength={60}
          autoComplete="organization"
          placeholder={t('tutorial.start.firmExample')}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form.Item>
    </Form>
  ) : null;
  return { field, save };
}
