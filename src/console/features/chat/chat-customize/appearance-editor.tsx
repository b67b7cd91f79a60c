import { useQueryClient } from '@tanstack/react-query';
import { Alert, Avatar, Button, Card, Flex, Form, Segmented, Switch, Typography } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShownAppearance } from '../../../../shared/appearance-editing.ts';
import { changedValues } from '../../../../shared/changes.ts';
import type { LimitsRecord } from '../../../../shared/limits.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import type { MergeTexts } from '../../../components/use-merge.tsx';
import { i18n, t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { KEYS } from '../../../state/store.ts';
import { useStoredSwitch } from '../../../state/use-stored-switch.ts';
import { OWN_SENTENCES } from '../pause/limits.ts';
import { PauseBanner, PausePanel } from '../pause/pause.tsx';
import { useWidget } from '../use-widget.ts';
import { type EditedAppearance, isSame, useAppearanceHistory } from './appearance-history.ts';
import { appearancePath, editedAppearance } from './appearance-requests.ts';
import { FirstPart } from './first-part.tsx';
import { firstQuestions } from './first-questions.ts';
import { LivePreview } from './live-preview.tsx';
import { MoreParts } from './more-parts.tsx';
import { VersionsDialog } from './version-dialogs.tsx';

interface EditorProps {
  context: SessionContext;
  /** The appearance as last loaded or saved. */
  shown: ShownAppearance;
  limits: LimitsRecord | undefined;
}

/** Binds undo and redo to the usual keys, also inside inputs: the browser's own undo covers only one input. */
function useUndoKeys(undo?: () => void, redo?: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      (key === 'y' || event.shiftKey ? redo : undo)?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}

/** The fields that are always shown. The others are visible only in advanced mode. */
const FIRST = ['type', 'side', 'botName', 'companyName', 'messages.welcome', 'images.ai', 'colors.primary'];

/** How the values appear that somebody else has changed meanwhile. */
const texts: MergeTexts = {
  labelOf: (path) => t(`chat-customize.fields.${path}`),
  show: (path, value) => {
    if (path.startsWith('images.') && value !== null) return <Avatar src={`/w/images/${String(value)}.webp`} alt="" />;
    const option = `chat-customize.options.${path}.${String(value)}`;
    return i18n.exists(option) ? t(option) : undefined;
  },
};

/** The fields with undo, redo and save, and the live preview beside them. */
export function AppearanceEditor({ context, shown, limits }: EditorProps) {
  const client = useQueryClient();
  const contextId = context.id;
  const canEdit = useAllowed('appearance', 'edit');
  const canPause = useAllowed('limits', 'edit');
  const [isAdvanced, setAdvanced] = useStoredSwitch(KEYS.advancedAppearance);
  const settle = (answer: ShownAppearance) => {
    client.setQueryData([appearancePath(contextId)], { data: answer });
    void client.invalidateQueries({ queryKey: [`/widgets/${contextId}`] });
  };
  const { form, formProps, isSaving, merge, draft } = useFormCall<EditedAppearance, ShownAppearance>({
    url: appearancePath(contextId),
    method: 'put',
    // Also the fields that are not shown.
    bodyOf: (_, read = shown): object => changedValues(form.getFieldsValue(true) as object, editedAppearance(read)),
    row: shown,
    valuesOf: editedAppearance,
    mergeTexts: texts,
    successText: () => t('chat-customize.saved'),
    onSaved: settle,
    onRefused: (failure) => {
      const isHidden = errorsOf(failure).some(({ field }) => !FIRST.includes(field));
      if (isHidden) flushSync(() => setAdvanced(true));
    },
    draftName: `appearance:${contextId}`,
  });
  const saved = editedAppearance(merge.baseOf() ?? shown);
  const { edited, undo, redo } = useAppearanceHistory(form, saved);
  const isChanged = !isSame(edited, saved);
  const [scene, setScene] = useState<PreviewScene>('conversation');
  const [showsVersions, setShowsVersions] = useState(false);
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  useUndoKeys(undo, redo);
  const widget = useWidget(contextId).data?.data;
  const appearance = useMemo(() => {
    const { answerProfile: _, ...drawn } = edited;
    const offered = widget?.appearance.suggestions ?? [];
    const suggestions = firstQuestions(edited.suggestions, saved.suggestions, offered);
    return { ...drawn, suggestions, person: shown.person };
  }, [edited, saved, widget, shown.person]);
  const sentence = limits?.messages.deactivated || t(OWN_SENTENCES.deactivated);

  return (
    <>
      {limits && <PauseBanner record={limits} context={context.name} />}
      <ViewSwitch view={view} onView={setView} />
      <div className="appearance" data-view={view}>
        <Form
          {...formProps}
          className="appearance-form"
          disabled={!canEdit}
          onFocusCapture={({ target }) => {
            const field = target.closest<HTMLElement>('[data-scene]');
            if (field) setScene(field.dataset.scene as PreviewScene);
          }}
          onFinishFailed={({ errorFields }) => {
            setView('edit');
            // The main colour has two fields.
            const count = new Set(errorFields.map(({ name }) => name.join('.'))).size;
            notify({ type: 'error', message: t('chat-customize.faults', { count }) });
          }}
        >
          {!canEdit && <Alert type="info" className="page-part" message={t('chat-customize.readOnly')} />}
          {draft.notice}
          <FirstPart edited={edited} />
          <AdvancedSwitch isOn={isAdvanced} onChange={setAdvanced} />
          {isAdvanced && <MoreParts edited={edited} />}
          <SaveBar
            isChanged={isChanged}
            isBusy={isSaving}
            canEdit={canEdit}
            undo={undo}
            redo={redo}
            onVersions={() => setShowsVersions(true)}
          />
        </Form>
        <div className="appearance-preview">
          <LivePreview appearance={appearance} scene={scene} sentence={sentence} widget={widget} onScene={setScene} />
        </div>
      </div>
      {isAdvanced && limits && canPause && (
        <div className="appearance-pause" data-view={view}>
          <PausePanel record={limits} context={context.name} />
        </div>
      )}
      {showsVersions && (
        <VersionsDialog
          contextId={contextId}
          canEdit={canEdit}
          isChanged={isChanged}
          onClose={() => setShowsVersions(false)}
          onRestored={(answer) => {
            merge.saved(answer);
            settle(answer);
          }}
        />
      )}
      {merge.dialog}
      <UnsavedGuard when={isChanged} text={t('chat-customize.leave')} />
    </>
  );
}

/** Switches between fields and preview on narrow screens, which have room for only one of them. */
function ViewSwitch({ view, onView }: { view: 'edit' | 'preview'; onView: (view: 'edit' | 'preview') => void }) {
  return (
    <Segmented
      block
      className="appearance-view"
      aria-label={t('chat-customize.view.label')}
      value={view}
      options={(['edit', 'preview'] as const).map((value) => ({ value, label: t(`chat-customize.view.${value}`) }))}
      onChange={onView}
    />
  );
}

function AdvancedSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Card size="small" className="page-part">
      <Flex component="label" gap={16} align="center" justify="space-between">
        <span>
          <strong>{t('chat-customize.advanced.title')}</strong>
          <br />
          <span className="small-text">{t('chat-customize.advanced.text')}</span>
        </span>
        <Switch checked={isOn} disabled={false} onChange={onChange} />
      </Flex>
    </Card>
  );
}

function SaveBar(props: {
  isChanged: boolean;
  isBusy: boolean;
  canEdit: boolean;
  undo?: () => void;
  redo?: () => void;
  onVersions: () => void;
}) {
  return (
    <Flex align="center" gap={4} className="appearance-bar">
      {props.canEdit &&
        (['undo', 'redo'] as const).map((step) => (
          <Button
            key={step}
            type="text"
            className={`appearance-${step}`}
            icon={<Icon name="back" />}
            disabled={!props[step]}
            title={t(`chat-customize.${step}`)}
            aria-label={t(`chat-customize.${step}`)}
            onClick={props[step]}
          />
        ))}
      <Button type="text" icon={<Icon name="clock" />} disabled={false} onClick={props.onVersions}>
        {t('chat-customize.versions.action')}
      </Button>
      <span className="fill" role="status" style={{ textAlign: 'right' }}>
        <Typography.Text type="warning" className="wide-only">
          {props.isChanged ? t('chat-customize.unsaved') : ''}
        </Typography.Text>
      </span>
      {props.canEdit && (
        <Button type="primary" htmlType="submit" loading={props.isBusy} disabled={!props.isChanged}>
          {t('chat-customize.save')}
        </Button>
      )}
    </Flex>
  );
}
