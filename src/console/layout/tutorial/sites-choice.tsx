import { useTranslation } from 'react-i18next';
import { TUTORIAL_MODES, type TutorialMode } from '../../../shared/first-steps.ts';
import { Choices } from '../../components/choices.tsx';
import { StepDrawing } from './tutorial-drawings.tsx';

/** Asks whether the assistant is for one site or for several that share contents. */
export function SitesChoice(props: { mode: TutorialMode; onChoose: (mode: TutorialMode) => void }) {
  const { t } = useTranslation();
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
