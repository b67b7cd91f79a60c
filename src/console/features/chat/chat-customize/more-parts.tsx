import { Alert } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { LineIcon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { usePlan } from '../../../session/me.ts';
import type { EditedAppearance } from './appearance-history.ts';
import { ChoiceField, ColorField, type ColorName, ContrastLine, Examples, PixelsField, TextField } from './fields.tsx';
import { ImageField } from './image-field.tsx';

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="appearance-part">
      <h2>{t(`chat-customize.parts.${name}`)}</h2>
      {children}
    </section>
  );
}

/** The colours, in rows. Each row ends with the contrast of a text on its background. */
const COLOR_ROWS: readonly { colors: readonly ColorName[]; text: ColorName; ground: ColorName }[] = [
  { colors: ['primary', 'onPrimary'], text: 'onPrimary', ground: 'primary' },
  { colors: ['ground', 'text'], text: 'text', ground: 'ground' },
  { colors: ['botBubble'], text: 'text', ground: 'botBubble' },
  { colors: ['userBubble', 'onUserBubble'], text: 'onUserBubble', ground: 'userBubble' },
];

function Colors({ colors: edited }: Pick<EditedAppearance, 'colors'>) {
  return (
    <Part name="colors">
      <p className="appearance-note small-text">{t('chat-customize.contrast.text')}</p>
      {COLOR_ROWS.map(({ colors, text, ground }) => (
        <Fragment key={ground}>
          <div className="form-row">
            {colors.map((name) => (
              // The colour of the brand, in the first section, is the same field.
              <ColorField key={name} path={`colors.${name}`} id={name === 'primary' ? 'main-color' : undefined} />
            ))}
            {colors.length === 1 && <span />}
          </div>
          <ContrastLine colors={edited} text={text} ground={ground} />
        </Fragment>
      ))}
    </Part>
  );
}

/** SVG paths of the widget's icons by name, the same as the widget draws. */
const STROKES: Record<string, string> = {
  chat: 'M12 4c-4.7 0-8.5 3.2-8.5 7.2 0 2.2 1.1 4.1 2.9 5.4L6 20l3.7-1.9c.7.2 1.5.3 2.3.3 4.7 0 8.5-3.2 8.5-7.2S16.7 4 12 4ZM8.3 11.3h.01M12 11.3h.01M15.7 11.3h.01',
  question:
    'M9.3 9.4a2.8 2.8 0 1 1 4.2 2.4c-.9.5-1.5 1.1-1.5 2v.3M12 17h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
  spark: 'm11 4 1.9 5.1 5.1 1.9-5.1 1.9L11 18l-1.9-5.1L4 11l5.1-1.9zM18.5 16v4M16.5 18h4',
  smile:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8.3 14.2c.9 1.2 2.2 1.9 3.7 1.9s2.8-.7 3.7-1.9M9 9.7h.01M15 9.7h.01',
  arrow: 'M12 19V5.5M6 11l6-6 6 6',
  plane: 'M20 4.5 4 10.4l6.2 3.2 3.2 6.2zM20 4.5l-9.8 9.1',
  return: 'M18.5 6v4.5a3 3 0 0 1-3 3H6M9.8 9.7 6 13.5l3.8 3.8',
};
const drawIcon = (name: string) => <LineIcon path={STROKES[name]} size={22} />;

function Shapes() {
  return (
    <Part name="shapes">
      <ChoiceField path="size" scene="closed" />
      <PixelsField path="margin" scene="closed" />
      <PixelsField path="radius" scene="conversation" />
      <PixelsField path="spacing" scene="conversation" />
      <ChoiceField path="icons.open" scene="closed" draw={drawIcon} />
      <ImageField part="open" scene="closed" />
      <ChoiceField path="icons.send" scene="conversation" draw={drawIcon} />
      <ImageField part="user" scene="conversation" />
    </Part>
  );
}

function Messages() {
  return (
    <Part name="messages">
      <TextField path="messages.placeholder" scene="empty" />
      <div className="form-row">
        <TextField path="messages.open" scene="closed" />
        <TextField path="messages.close" scene="conversation" />
      </div>
      <TextField path="messages.error" rows={2} scene="error" />
      <TextField path="consent.text" rows={2} scene="empty" />
      <TextField path="consent.url" scene="empty" />
      <p className="appearance-note small-text">
        {t('chat-customize.person')} <Link to="/settings/usage">{t('chat-customize.personLink')}</Link>
      </p>
    </Part>
  );
}

function AnswerProfilePart({ profile }: Pick<EditedAppearance['answerProfile'], 'profile'>) {
  const { data: plan } = usePlan();
  return (
    <Part name="answerProfile">
      {plan?.hasModel === false && <Alert type="info" className="page-part" message={t('chat-customize.needsModel')} />}
      <ChoiceField path="answerProfile.profile" hint={t(`chat-customize.hints.profile.${profile}`)} />
      <TextField path="answerProfile.personality" rows={3} />
      <Examples path="answerProfile.personality" />
      <TextField path="answerProfile.restrictions" rows={3} />
      <Examples path="answerProfile.restrictions" />
      <TextField path="exampleQuestion" scene="conversation" />
      <TextField path="exampleAnswer" rows={3} scene="conversation" hint={t('chat-customize.hints.example')} />
    </Part>
  );
}

export function MoreParts({ edited }: { edited: EditedAppearance }) {
  return (
    <>
      <Colors colors={edited.colors} />
      <Shapes />
      <Messages />
      <AnswerProfilePart profile={edited.answerProfile.profile} />
    </>
  );
}
