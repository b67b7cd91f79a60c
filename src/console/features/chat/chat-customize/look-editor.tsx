import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Segmented, Switch, Typography } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewerAppearance, ShownAppearance } from '../../../../shared/appearance-editing.ts';
import type { LimitsRecord } from '../../../../shared/limits.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { HttpError } from '../../../http/http-error.ts';
import { showFailure } from '../../../providers/failure.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { usePlan } from '../../../session/me.ts';
import { KEYS, readKey, writeKey } from '../../../session/store.ts';
import { OWN_SENTENCES } from '../pause/limits.ts';
import { PauseBanner, PausePanel } from '../pause/pause.tsx';
import { EditingProvider } from './editing.tsx';
import { FirstPart } from './first-part.tsx';
import { type Device, LivePreview } from './live-preview.tsx';
import { lookKey, lookOf, saveLook } from './look-calls.ts';
import { type Look, useDraft } from './look-draft.ts';
import { faultsOf, isInFirstPart } from './look-faults.ts';
import { MoreParts } from './more-parts.tsx';
import { NewerDialog } from './newer-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

interface EditorProps {
  context: SessionContext;
  /** The appearance as last loaded or saved. */
  shown: ShownAppearance;
  limits: LimitsRecord | undefined;
}

/** Binds undo and redo to the usual keys, also inside inputs: the browser's own undo covers only one input. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const act = key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' ? redo : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}

/** Returns whether the advanced sections are shown, and the setter. The choice is stored on this device. */
function useAdvanced() {
  const [isOn, setOn] = useState(() => readKey(KEYS.advancedLook) === 'true');
  const set = (next: boolean) => {
    writeKey(KEYS.advancedLook, String(next));
    setOn(next);
  };
  return [isOn, set] as const;
}

function focusFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.look-form [aria-invalid]')?.focus());
}

/** The fields with undo, redo and save, and the live preview beside them. */
export function LookEditor({ context, shown, limits }: EditorProps) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const client = useQueryClient();
  const contextId = context.id;
  const canEdit = useAllowed('appearance', 'edit');
  const canPause = useAllowed('limits', 'edit');
  const { draft, edit, undo, redo, saved, load, isChanged } = useDraft(() => lookOf(shown));
  const { look } = draft;
  const [scene, setScene] = useState<PreviewScene>('conversation');
  const [device, setDevice] = useState<Device>('desktop');
  const [isAdvanced, setAdvanced] = useAdvanced();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ look: Look; faults: Map<string, string> }>();
  const [newer, setNewer] = useState<NewerAppearance>();
  const [showsVersions, setShowsVersions] = useState(false);
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  useUndoKeys(undo, redo);
  const faults = useMemo(() => {
    const own = faultsOf(t, look);
    if (refused?.look === look) for (const [path, message] of refused.faults) own.set(path, message);
    return own;
  }, [t, look, refused]);
  const editing = useMemo(
    () => ({ look, contextId, canEdit, faults, edit, show: setScene }),
    [look, contextId, canEdit, faults, edit],
  );
  const appearance = useMemo(() => {
    const { manner: _, ...drawn } = look;
    return { ...drawn, person: shown.person };
  }, [look, shown.person]);
  const hasFeedback = usePlan().data?.flags.includes('interactionsFeedback') ?? false;
  const sentence = limits?.messages.deactivated || t(OWN_SENTENCES.deactivated);

  const settle = (answer: ShownAppearance) => {
    client.setQueryData(lookKey(contextId), { data: answer });
    void client.invalidateQueries({ queryKey: ['widget', contextId] });
  };
  const takeNewer = (keep: boolean) => {
    if (!newer) return;
    settle(newer);
    // Undo can still restore the user's own changes.
    if (!keep) load(lookOf(newer));
    else saved(lookOf(newer));
    setNewer(undefined);
  };

  const save = async () => {
    if (faults.size > 0) {
      if (![...faults.keys()].every(isInFirstPart)) setAdvanced(true);
      setView('edit');
      open?.({ type: 'error', message: t('chat-customize.faults', { count: faults.size }) });
      return focusFault();
    }
    setBusy(true);
    try {
      settle(await saveLook(contextId, look, shown.version));
      saved(look);
      open?.({ type: 'success', message: t('chat-customize.saved') });
    } catch (failure) {
      const current = failure instanceof HttpError && failure.code === 'stale' ? failure.current : undefined;
      if (current) return setNewer(current as NewerAppearance);
      const found = errorsOf(failure);
      setRefused({ look, faults: new Map(found.map(({ field, message }) => [field, message])) });
      void showFailure(failure);
      focusFault();
    } finally {
      setBusy(false);
    }
  };

  return (
    <EditingProvider value={editing}>
      {limits && <PauseBanner record={limits} context={context.name} canEdit={canPause} />}
      <ViewSwitch view={view} onView={setView} />
      <div className="look" data-view={view}>
        <Form layout="vertical" className="look-form" onFinish={() => void save()}>
          {!canEdit && <Alert type="info" className="page-part" message={t('chat-customize.readOnly')} />}
          <FirstPart />
          <AdvancedSwitch isOn={isAdvanced} onChange={setAdvanced} />
          {isAdvanced && <MoreParts />}
          <SaveBar
            isChanged={isChanged}
            isBusy={isBusy}
            canEdit={canEdit}
            undo={draft.past.length > 0 ? undo : undefined}
            redo={draft.future.length > 0 ? redo : undefined}
            onVersions={() => setShowsVersions(true)}
          />
        </Form>
        <div className="look-beside">
          <LivePreview
            appearance={appearance}
            scene={scene}
            device={device}
            sentence={sentence}
            hasFeedback={hasFeedback}
            onScene={setScene}
            onDevice={setDevice}
          />
        </div>
      </div>
      {isAdvanced && limits && canPause && (
        <div className="look-pause" data-view={view}>
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
            settle(answer);
            load(lookOf(answer));
          }}
        />
      )}
      <NewerDialog newer={newer} saved={draft.saved} onKeep={() => takeNewer(true)} onTake={() => takeNewer(false)} />
      <UnsavedGuard when={isChanged} text={t('chat-customize.leave')} />
    </EditingProvider>
  );
}

/** Switches between fields and preview on narrow screens, which have room for only one of them. */
function ViewSwitch({ view, onView }: { view: 'edit' | 'preview'; onView: (view: 'edit' | 'preview') => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      block
      className="look-view"
      aria-label={t('chat-customize.view.label')}
      value={view}
      options={(['edit', 'preview'] as const).map((value) => ({ value, label: t(`chat-customize.view.${value}`) }))}
      onChange={onView}
    />
  );
}

function AdvancedSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Card size="small" className="page-part">
      <Flex gap={16} align="center" justify="space-between">
        <label htmlFor={id}>
          <strong>{t('chat-customize.advanced.title')}</strong>
          <br />
          <span className="small-text">{t('chat-customize.advanced.text')}</span>
        </label>
        <Switch id={id} checked={isOn} onChange={onChange} />
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
  const { t } = useTranslation();
  const { undo, redo } = props;
  return (
    <Flex align="center" gap={4} className="look-bar">
      {props.canEdit && (
        <>
          <Button
            type="text"
            icon={<Icon name="back" />}
            disabled={!undo}
            title={t('chat-customize.undo')}
            aria-label={t('chat-customize.undo')}
            onClick={undo}
          />
          <Button
            type="text"
            className="look-redo"
            icon={<Icon name="back" />}
            disabled={!redo}
            title={t('chat-customize.redo')}
            aria-label={t('chat-customize.redo')}
            onClick={redo}
          />
        </>
      )}
      <Button type="text" icon={<Icon name="clock" />} onClick={props.onVersions}>
        {t('chat-customize.versions.action')}
      </Button>
      <span className="fill look-unsaved" role="status">
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
