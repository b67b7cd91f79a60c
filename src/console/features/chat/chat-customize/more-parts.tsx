import { Alert, Button, Flex, Form, Input, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ANSWER_PROFILES, CHAT_SIZES, OPEN_ICONS, SEND_ICONS } from '../../../../shared/appearance.ts';
import { Icon } from '../../../components/icon.tsx';
import { usePlan } from '../../../session/me.ts';
import { ColorField, ContrastLine } from './color-field.tsx';
import { useEditing, useField } from './editing.tsx';
import { ChoiceField, Examples, PixelsField, TextField } from './fields.tsx';
import { IconSample } from './icon-sample.tsx';
import { ImageField } from './image-field.tsx';

const SUGGESTIONS_MAX = 4;

function Part({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="look-part">
      <h2>{t(`chat-customize.parts.${name}`)}</h2>
      {children}
    </section>
  );
}

function Colors() {
  const { t } = useTranslation();
  return (
    <Part name="colors">
      <p className="look-note small-text">{t('chat-customize.contrast.text')}</p>
      <div className="form-row">
        <ColorField path="colors.primary" />
        <ColorField path="colors.onPrimary" />
      </div>
      <ContrastLine text="onPrimary" ground="primary" label="chat-customize.contrast.onPrimary" />
      <div className="form-row">
        <ColorField path="colors.ground" />
        <ColorField path="colors.text" />
      </div>
      <ContrastLine text="text" ground="ground" label="chat-customize.contrast.text-ground" />
      <div className="form-row">
        <ColorField path="colors.botBubble" />
        <span />
      </div>
      <ContrastLine text="text" ground="botBubble" label="chat-customize.contrast.text-botBubble" />
      <div className="form-row">
        <ColorField path="colors.userBubble" />
        <ColorField path="colors.onUserBubble" />
      </div>
      <ContrastLine text="onUserBubble" ground="userBubble" label="chat-customize.contrast.onUserBubble" />
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
  const { edit, look, canEdit, faults, show } = useEditing();
  const { suggestions } = look;
  const set = (next: string[]) => edit('suggestions', (now) => ({ ...now, suggestions: next }));
  return (
    <Form.Item className="form-field" label={t('chat-customize.fields.suggestions')}>
      {suggestions.map((text, at) => (
        <div key={at} className="look-suggestion">
          <Flex gap={4}>
            <Input
              aria-label={t('chat-customize.suggestion', { number: at + 1 })}
              value={text}
              disabled={!canEdit}
              status={faults.has(`suggestions.${at}`) ? 'error' : undefined}
              onFocus={() => show('empty')}
              onChange={({ target }) => set(suggestions.map((one, index) => (index === at ? target.value : one)))}
            />
            <Button
              type="text"
              disabled={!canEdit}
              icon={<Icon name="close" />}
              aria-label={t('chat-customize.removeSuggestion', { number: at + 1 })}
              onClick={() => set(suggestions.filter((_, index) => index !== at))}
            />
          </Flex>
          {faults.has(`suggestions.${at}`) && (
            <Typography.Text type="danger">{faults.get(`suggestions.${at}`)}</Typography.Text>
          )}
        </div>
      ))}
      {suggestions.length < SUGGESTIONS_MAX && canEdit && (
        <Button
          type="default"
          icon={<Icon name="add" />}
          onClick={() => {
            show('empty');
            set([...suggestions, '']);
          }}
        >
          {t('chat-customize.addSuggestion')}
        </Button>
      )}
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
      <p className="look-note small-text">
        {t('chat-customize.person')} <Link to="/settings/usage">{t('chat-customize.personLink')}</Link>
      </p>
    </Part>
  );
}

function Manner() {
  const { t } = useTranslation();
  const { value } = useField<string>('manner.profile');
  const { data: plan } = usePlan();
  return (
    <Part name="manner">
      {plan?.hasModel === false && <Alert type="info" className="page-part" message={t('chat-customize.needsModel')} />}
      <ChoiceField path="manner.profile" options={ANSWER_PROFILES} hint={t(`chat-customize.hints.profile.${value}`)} />
      <TextField
        path="manner.personality"
        max={2_000}
        rows={3}
        placeholder={t('chat-customize.placeholders.personality')}
      />
      <Examples path="manner.personality" of="personality" />
      <TextField
        path="manner.restrictions"
        max={2_000}
        rows={3}
        placeholder={t('chat-customize.placeholders.restrictions')}
      />
      <Examples path="manner.restrictions" of="restrictions" />
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

export function MoreParts() {
  return (
    <>
      <Colors />
      <Shapes />
      <Messages />
      <Manner />
    </>
  );
}
