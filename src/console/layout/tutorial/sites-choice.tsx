import { Radio } from 'antd';
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
        className="tutorial-choices"
        aria-label={t('tutorial.sites.title')}
        value={props.mode}
        onChange={({ target }) => props.onChoose(target.value as TutorialMode)}
      >
        {TUTORIAL_MODES.map((mode) => (
          <Radio key={mode} value={mode} className="tutorial-choice">
            <strong>{t(`tutorial.sites.${mode}`)}</strong>
            <span>{t(`tutorial.sites.${mode}Text`)}</span>
          </Radio>
        ))}
      </Radio.Group>
    </>
  );
}
