import { Flex, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { TUTORIAL_MODES, type TutorialMode } from '../../../shared/first-steps.ts';
import { StepDrawing } from './tutorial-drawings.tsx';

/** Asks whether the assistant is for one site or for several that share contents. */
export function SitesChoice(props: { mode: TutorialMode; onChoose: (mode: TutorialMode) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <StepDrawing name="sites" />
      <p>{t('tutorial.sites.text')}</p>
      <Radio.Group
        aria-label={t('tutorial.sites.title')}
        value={props.mode}
        onChange={({ target }) => props.onChoose(target.value as TutorialMode)}
      >
        <Flex vertical gap="small">
          {TUTORIAL_MODES.map((mode) => (
            <Radio key={mode} value={mode} className="tutorial-choice framed">
              <strong>{t(`tutorial.sites.${mode}`)}</strong>
              <br />
              <span className="small-text">{t(`tutorial.sites.${mode}Text`)}</span>
            </Radio>
          ))}
        </Flex>
      </Radio.Group>
    </>
  );
}
