import { useNotification } from '@refinedev/core';
import { Avatar, Button, List } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppearanceVersion, ShownAppearance } from '../../../../shared/appearance-editing.ts';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { showFailure } from '../../../providers/failure.ts';
import { changesOf } from './appearance-changes.ts';
import { restoreVersion, useVersions } from './appearance-requests.ts';

export function VersionsDialog(props: {
  contextId: string;
  canEdit: boolean;
  isChanged: boolean;
  onClose: () => void;
  onRestored: (appearance: ShownAppearance) => void;
}) {
  const { contextId } = props;
  const { t } = useTranslation();
  const { open } = useNotification();
  const query = useVersions(contextId);
  const [busy, setBusy] = useState<string>();
  const restore = async (version: AppearanceVersion) => {
    setBusy(version.id);
    try {
      props.onRestored(await restoreVersion(contextId, version.id));
      open?.({ type: 'success', message: t('chat-customize.versions.restored') });
      props.onClose();
    } catch (failure) {
      void showFailure(failure);
      setBusy(undefined);
    }
  };
  return (
    <Modal open title={t('chat-customize.versions.title')} width={560} onCancel={props.onClose}>
      <Loaded query={query} waiting={<Skeleton rows={4} />}>
        {({ data: versions }) => (
          <List
            className="appearance-versions"
            header={
              versions.length > 0 &&
              props.isChanged &&
              props.canEdit && <span className="small-text">{t('chat-customize.versions.changed')}</span>
            }
            locale={{ emptyText: t('chat-customize.versions.none') }}
            dataSource={versions}
            rowKey="id"
            renderItem={(version, at) => {
              const changes = changesOf(version.appearance, versions[at + 1]?.appearance);
              const { primary, ground, botBubble } = version.appearance.colors;
              return (
                <List.Item
                  extra={
                    at === 0 ? (
                      <span className="small-text">{t('chat-customize.versions.now')}</span>
                    ) : (
                      props.canEdit && (
                        <Button loading={busy === version.id} disabled={!!busy} onClick={() => void restore(version)}>
                          {t('chat-customize.versions.restore')}
                        </Button>
                      )
                    )
                  }
                >
                  <List.Item.Meta
                    avatar={
                      <Avatar.Group aria-hidden size={18}>
                        {[primary, ground, botBubble].map((color, index) => (
                          <Avatar key={index} style={{ background: color }} />
                        ))}
                      </Avatar.Group>
                    }
                    title={version.userName || t('chat-customize.versions.initial')}
                    description={
                      <>
                        <MomentText iso={version.createdAt} />
                        {changes.length > 0 &&
                          ` · ${changes.map((part) => t(`chat-customize.parts.${part}`)).join(', ')}`}
                      </>
                    }
                  />
                </List.Item>
              );
            }}
          />
        )}
      </Loaded>
    </Modal>
  );
}
