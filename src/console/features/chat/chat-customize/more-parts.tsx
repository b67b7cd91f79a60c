import { Alert, Button, Flex, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ANSWER_PROFILES, CHAT_SIZES, OPEN_ICONS, ownAppearance, SEND_ICONS } from '../../../../shared/appearance.ts';
import { FormField } from '../../../components/form-field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { usePlan } from '../../../session/me.ts';
import type { EditedAppearance } from './appearance-history.ts';
import { ColorField, ContrastLine } from './color-field.tsx';
import { ChoiceField, Examples, PixelsField, TextField, useReadOnly } from './fields.tsx';
import { IconSample } from './icon-sample.tsx';
import { ImageField } from './image-field.tsx';

const SUGGESTIONS_MAX = 4;
const suggestion = ownAppearance.shape.suggestions.unwrap().element;

function Part({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="appearance-part">
      <h2>{t(`chat-customize.parts.${name}`)}</h2>
      {children}
    </section>
  );
}

function Colors({ colors }: Pick<EditedAppearance, 'colors'>) {
  const { t } = useTranslation();
  return (
    <Part name="colors">
      <p className="appearance-note small-text">{t('chat-customize.contrast.text')}</p>
      <div className="form-row">
        <ColorField path="colors.primary" id="main-color" />
        <ColorField path="colors.onPrimary" />
      </div>
      <ContrastLine colors={colors} text="onPrimary" ground="primary" label="chat-customize.contrast.onPrimary" />
      <div className="form-row">
        <ColorField path="colors.ground" />
        <ColorField path="colors.text" />
      </div>
      <ContrastLine colors={colors} text="text" ground="ground" label="chat-customize.contrast.text-ground" />
      <div className="form-row">
        <ColorField path="colors.botBubble" />
        <span />
      </div>
      <ContrastLine colors={colors} text="text" ground="botBubble" label="chat-customize.contrast.text-botBubble" />
      <div className="form-row">
        <ColorField path="colors.userBubble" />
        <ColorField path="colors.onUserBubble" />
      </div>
      <ContrastLine
        colors={colors}
        text="onUserBubble"
        ground="userBubble"
        label="chat-customize.contrast.onUserBubble"
      />
    </Part>
  );
}

function Shapes() {
  return (
    <Part name="shapes">
      <ChoiceField path="size" options={CHAT_SIZES} scene="closed" />
      <PixelsField path="margin" min={0} max={120} scene="closed" />
      <PixelsField path="radius" min={0} max={32} scene="conversation" />
      <PixelsField path="spacing" min={4} max={32} scene="conversation" />
      <ChoiceField
        path="icons.open"
        options={OPEN_ICONS}
        scene="closed"
        draw={(icon) => <IconSample name={`open-${icon}`} />}
      />
      <ImageField part="open" scene="closed" />
      <ChoiceField
        path="icons.send"
        options={SEND_ICONS}
        scene="conversation"
        draw={(icon) => <IconSample name={`send-${icon}`} />}
      />
      <ImageField part="user" scene="conversation" />
    </Part>
  );
}

function Suggestions() {
  const { t } = useTranslation();
  const isReadOnly = useReadOnly();
  return (
    <Form.Item className="form-field" label={t('chat-customize.fields.suggestions')} data-scene="empty">
      <Form.List name="suggestions">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Flex key={key} gap={4} className="appearance-suggestion">
                <FormField name={name} schema={suggestion} style={{ flex: 1, marginBottom: 0 }}>
                  <Input aria-label={t('chat-customize.suggestion', { number: name + 1 })} />
                </FormField>
                <Button
                  type="text"
                  icon={<Icon name="close" />}
                  aria-label={t('chat-customize.removeSuggestion', { number: name + 1 })}
                  onClick={() => remove(name)}
                />
              </Flex>
            ))}
            {fields.length < SUGGESTIONS_MAX && !isReadOnly && (
              <Button icon={<Icon name="add" />} onClick={() => add('')}>
                {t('chat-customize.addSuggestion')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </Form.Item>
  );
}

function Messages() {
  const { t } = useTranslation();
  return (
    <Part name="messages">
      <TextField path="messages.placeholder" max={120} scene="empty" />
      <div className="form-row">
        <TextField path="messages.open" max={80} scene="closed" />
        <TextField path="messages.close" max={80} scene="conversation" />
      </div>
      <TextField path="messages.error" max={300} rows={2} scene="error" />
      <Suggestions />
      <TextField
        path="consent.text"
        max={300}
        rows={2}
        scene="empty"
        placeholder={t('chat-customize.placeholders.consent')}
      />
      <TextField path="consent.url" max={500} scene="empty" placeholder="https://www.suaempresa.com.br/privacidade" />
      <p className="appearance-note small-text">
        {t('chat-customize.person')} <Link to="/settings/usage">{t('chat-customize.personLink')}</Link>
      </p>
    </Part>
  );
}

function AnswerProfilePart({ profile }: Pick<EditedAppearance['answerProfile'], 'profile'>) {
  const { t } = useTranslation();
  const { data: plan } = usePlan();
  return (
    <Part name="answerProfile">
      {plan?.hasModel === false && <Alert type="info" className="page-part" message={t('chat-customize.needsModel')} />}
      <ChoiceField
        path="answerProfile.profile"
        options={ANSWER_PROFILES}
        hint={t(`chat-customize.hints.profile.${profile}`)}
      />
      <TextField
        path="answerProfile.personality"
        max={2_000}
        rows={3}
        placeholder={t('chat-customize.placeholders.personality')}
      />
      <Examples path="answerProfile.personality" of="personality" />
      <TextField
        path="answerProfile.restrictions"
        max={2_000}
        rows={3}
        placeholder={t('chat-customize.placeholders.restrictions')}
      />
      <Examples path="answerProfile.restrictions" of="restrictions" />
      <TextField
        path="exampleQuestion"
        max={300}
        scene="conversation"
        placeholder={t('chat-customize.placeholders.exampleQuestion')}
      />
      <TextField
        path="exampleAnswer"
        max={1_000}
        rows={3}
        scene="conversation"
        hint={t('chat-customize.hints.example')}
        placeholder={t('chat-customize.placeholders.exampleAnswer')}
      />
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
