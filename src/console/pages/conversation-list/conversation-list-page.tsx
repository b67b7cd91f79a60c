import { useTranslation } from 'react-i18next';
import { conversations as declaration } from '../../../../resources/conversations.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { ButtonLink } from '../../resource/button-link.tsx';
import { EmptyState } from '../../resource/list-states.tsx';
import { FieldCell } from '../../resource/field-cell.tsx';
import { ListPage } from '../../resource/list-page.tsx';
import type { ListViewControl } from '../../resource/use-list-view.ts';
import type { Row } from '../../resource/use-rows.ts';
import { Toggle } from '../../resource/toggle.tsx';
import { useMay } from '../../resource/use-may.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import './conversation-list.css';
import { ExportMenu } from './export-menu.tsx';

const resource = declaration as unknown as Resource;
/** Without what visitors said themselves, which is part of some plans. */
const withoutFeedback: Resource = {
  ...resource,
  list: {
    ...resource.list,
    columns: resource.list.columns.filter((name) => name !== 'satisfied'),
    filters: resource.list.filters?.filter((name) => name !== 'satisfied'),
  },
};
const EXTRAS = ['everywhere'] as const;
/** Set by a model or by our own classifier. */
const JUDGED = ['sentiment', 'goal', 'wantedHuman', 'satisfied'] as const;

/** Every conversation, of the context in use or of all. */
export function ConversationListPage() {
  const mayExport = useMay(resource.name, 'export');
  const hasFeedback = useMay('interaction-monitoring', 'feedback');
  const cells = Object.fromEntries(JUDGED.map((name) => [name, (row: Row) => <Judged row={row} name={name} />]));
  return (
    <ListPage
      resource={hasFeedback ? resource : withoutFeedback}
      extras={EXTRAS}
      cells={cells}
      toolbar={(control) => <EverywhereSwitch control={control} />}
      tools={mayExport ? (control) => <ExportMenu control={control} /> : undefined}
      empty={<NoConversations />}
    />
  );
}

/** Nobody talked: one can begin oneself, or let visitors in. */
function NoConversations() {
  const { t } = useTranslation();
  const mayTest = useMay('chat', 'preview');
  const mayInstall = useMay('widget-origins', 'show');
  return (
    <EmptyState
      drawing="talk"
      title={t('conversations.empty.title')}
      text={t('conversations.empty.text')}
      action={
        (mayTest || mayInstall) && (
          <>
            {mayTest && (
              <ButtonLink to="/chat/preview" type="primary">
                {t('conversations.empty.test')}
              </ButtonLink>
            )}
            {mayInstall && <ButtonLink to="/chat/setup">{t('conversations.empty.install')}</ButtonLink>}
          </>
        )
      }
    />
  );
}

/** Widens the list to every context that one may see; only where there is more than one. */
function EverywhereSwitch({ control }: { control: ListViewControl }) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  if (contexts.length < 2) return null;
  return (
    <label className="everywhere-switch">
      <Toggle
        checked={control.view.extras.everywhere === 'true'}
        onChange={(checked) => control.change({ extras: checked ? { everywhere: 'true' } : {} })}
      />
      {t('conversations.everywhere')}
    </label>
  );
}

/** A label; what our own classifier set is an estimate, and is said to be one. */
function Judged({ row, name }: { row: Row; name: string }) {
  const { t } = useTranslation();
  const isEstimate = row.labelledBy === 'classifier' && row[name] !== null;
  return (
    <span title={isEstimate ? t('conversations.detail.estimated') : undefined}>
      <FieldCell resource={resource} name={name} value={row[name]} />
      {isEstimate && <span className="cell-quiet"> ~</span>}
      {isEstimate && <span className="unseen">{t('conversations.detail.estimated')}</span>}
    </span>
  );
}
