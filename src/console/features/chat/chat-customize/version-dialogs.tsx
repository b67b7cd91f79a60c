import { useList } from '@refinedev/core';
import { Avatar, Button } from 'antd';
import { appearanceVersions } from '../../../../../resources/appearance-versions.ts';
import type { AppearanceVersion, ShownAppearance } from '../../../../shared/appearance-editing.ts';
import { ItemList } from '../../../components/item-list.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { type EditedAppearance, isSame } from './appearance-history.ts';

const PARTS: [part: string, keys: (keyof EditedAppearance)[]][] = [
  ['colors', ['colors']],
  ['first', ['botName', 'companyName', 'type', 'side']],
  ['shapes', ['size', 'margin', 'spacing', 'radius', 'icons', 'images']],
  ['messages', ['messages', 'suggestions', 'consent']],
  ['answerProfile', ['answerProfile', 'exampleQuestion', 'exampleAnswer']],
];

/** Names the screen's sections in which two versions differ; empty without an earlier version. */
const changesOf = (version: EditedAppearance, before: EditedAppearance | undefined) =>
  PARTS.filter(([, keys]) => before && keys.some((key) => !isSame(version[key], before[key])))
    .map(([part]) => t(`chat-customize.parts.${part}`))
    .join(', ');

/** Lists the saved versions, newest first, and makes an earlier one the current one. */
export function VersionsDialog(props: {
  contextId: string;
  canEdit: boolean;
  isChanged: boolean;
  onClose: () => void;
  onRestored: (appearance: ShownAppearance) => void;
}) {
  const { contextId, canEdit, isChanged } = props;
  const { query } = useList<AppearanceVersion>({
    resource: appearanceVersions.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: { staleTime: 0 },
  });
  const { call, isBusy, busyUrl } = useCall<ShownAppearance>();
  const urlOf = ({ id }: AppearanceVersion) => `/contexts/${contextId}/appearance-versions/${id}/restore`;
  const restore = (version: AppearanceVersion) =>
    call({
      url: urlOf(version),
      successText: t('chat-customize.versions.restored'),
      onSuccess: (appearance) => {
        props.onRestored(appearance);
        props.onClose();
      },
    });
  return (
    <Modal
      open
      title={t('chat-customize.versions.title')}
      width={560}
      // A closed dialog would not pass the restored version on.
      onCancel={() => isBusy || props.onClose()}
    >
      <Loaded query={query} waiting={<Skeleton rows={4} />}>
        {({ data: versions }) => (
          <ItemList
            style={{ maxHeight: 420, overflowY: 'auto' }}
            header={
              versions.length > 0 &&
              isChanged &&
              canEdit && <span className="small-text">{t('chat-customize.versions.changed')}</span>
            }
            empty={t('chat-customize.versions.none')}
            rows={versions}
            item={(version, at) => {
              const changes = changesOf(version.appearance, versions[at + 1]?.appearance);
              const { primary, ground, botBubble } = version.appearance.colors;
              return {
                key: version.id,
                avatar: (
                  <Avatar.Group aria-hidden size={18}>
                    {[primary, ground, botBubble].map((color, index) => (
                      <Avatar key={index} style={{ background: color }} />
                    ))}
                  </Avatar.Group>
                ),
                title: version.userName || t('chat-customize.versions.initial'),
                text: (
                  <>
                    <MomentText iso={version.createdAt} />
                    {changes && ` · ${changes}`}
                  </>
                ),
                extra:
                  at === 0 ? (
                    <span className="small-text">{t('chat-customize.versions.now')}</span>
                  ) : (
                    canEdit && (
                      <Button loading={busyUrl === urlOf(version)} disabled={isBusy} onClick={() => restore(version)}>
                        {t('chat-customize.versions.restore')}
                      </Button>
                    )
                  ),
              };
            }}
          />
        )}
      </Loaded>
    </Modal>
  );
}
