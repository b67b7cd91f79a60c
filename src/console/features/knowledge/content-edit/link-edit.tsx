import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Content, KIND_ICONS } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { filledPhrasings, isSameList, PhrasingsField } from '../phrasings-field.tsx';
import { SwitchLine } from './switch-line.tsx';
import { useSaveContent } from './use-save-content.ts';

const PAGE_SWITCHES = ['enabled', 'weeklySync'] as const;
/** A sitemap answers nothing itself. */
const MAP_SWITCHES = ['weeklySync'] as const;

/** A page of a site, or its sitemap: whether it is in use, and whether it is read again each week. */
export function LinkEdit({ content, done }: { content: Content; done: () => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const [now, setNow] = useState({ enabled: content.enabled, weeklySync: content.weeklySync });
  const { save, isBusy } = useSaveContent(content.id);
  const [known] = useState<readonly string[]>(content.phrasings ?? []);
  const [phrasings, setPhrasings] = useState<readonly string[]>(known);
  const isReworded = !isSameList(filledPhrasings(phrasings), known);
  const isSaved = now.enabled === content.enabled && now.weeklySync === content.weeklySync && !isReworded;
  const isWeb = /^https?:\/\//i.test(content.url ?? '');
  const onSave = () =>
    save({ ...now, ...(isReworded ? { phrasings: filledPhrasings(phrasings), knownPhrasings: known } : {}) }).then(
      done,
      () => undefined,
    );
  return (
    <div>
      {content.url && (
        <div className="content-card">
          <Icon name={KIND_ICONS[content.type]} size={18} />
          <span className="cell-line" title={content.url}>
            {content.url}
          </span>
          {isWeb && (
            <a href={content.url} target="_blank" rel="noopener noreferrer">
              {t(content.type === 'SITEMAP' ? 'contents.editPage.openMap' : 'contents.editPage.open')}{' '}
              <Icon name="external" size={12} />
            </a>
          )}
        </div>
      )}
      {(content.type === 'SITEMAP' ? MAP_SWITCHES : PAGE_SWITCHES).map((name) => (
        <SwitchLine
          key={name}
          name={name}
          hint={content.type === 'SITEMAP' ? t('contents.hints.followMap') : undefined}
          checked={now[name]}
          disabled={!canEdit}
          onChange={(checked) => setNow({ ...now, [name]: checked })}
        />
      ))}
      {content.type === 'LINK' && <PhrasingsField value={phrasings} disabled={!canEdit} onChange={setPhrasings} />}
      {canEdit && (
        <Button type="primary" onClick={() => void onSave()} loading={isBusy} disabled={isSaved}>
          {t('contents.editPage.save')}
        </Button>
      )}
      <UnsavedGuard when={!isSaved && !isBusy} />
    </div>
  );
}
