import { conversations } from '../../../../../resources/conversations.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { EXPORT_FORMATS } from '../../../../shared/insight.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DownloadMenu } from '../../../components/downloads.tsx';
import { useEraseVisitor } from '../../../components/erase-visitor.tsx';
import { download } from '../../../http/download.ts';
import { filterQuery } from '../../../providers/data.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { FilterCheckbox } from '../../../resource/filter-checkbox.tsx';
import { parts } from '../../../resource/parts.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import '../insight.css';

type ConversationRow = RecordOf<typeof conversations>;
/** Labels that a model or our own classifier sets. */
const JUDGED = ['sentiment', 'goal', 'wantedHuman', 'satisfied'] as const;

function useConversations() {
  const canExport = useAllowed(conversations.name, 'export');
  const cells = Object.fromEntries(
    JUDGED.map((name) => [name, (row: ConversationRow) => <Judged row={row} name={name} />]),
  );
  const { ask, actionsOf, dialog } = useEraseVisitor();
  return {
    cells,
    toolbar: (control: ListControl) => <EverywhereSwitch control={control} />,
    tools: canExport ? (control: ListControl) => <ExportMenu control={control} /> : undefined,
    empty: { drawing: 'talk' as const, action: <FirstSteps /> },
    actions: ask && (({ id, firstQuestion }: ConversationRow) => actionsOf(firstQuestion, id)),
    dialog,
  };
}

export default parts(conversations, { useList: useConversations });

/** What to do while there are no conversations. */
function FirstSteps() {
  const canTest = useAllowed('chat', 'preview');
  const canInstall = useAllowed('widget-origins', 'show');
  return (
    <>
      {canTest && (
        <ButtonLink to="/chat/preview" type="primary">
          {t('conversations.empty.test')}
        </ButtonLink>
      )}
      {canInstall && <ButtonLink to="/chat/setup">{t('conversations.empty.install')}</ButtonLink>}
    </>
  );
}

/** Checkbox to list the conversations of all contexts. Hidden if the user has only one context. */
function EverywhereSwitch({ control }: { control: ListControl }) {
  const { contexts } = useCurrentContext();
  if (contexts.length < 2) return null;
  return (
    <FilterCheckbox control={control} name="everywhere">
      {t('conversations.everywhere')}
    </FilterCheckbox>
  );
}

/** A label, marked as an estimate if our own classifier set it. */
function Judged({ row, name }: { row: ConversationRow; name: (typeof JUDGED)[number] }) {
  const isEstimate = row.labelledBy === 'classifier' && row[name] !== null;
  return (
    <span title={isEstimate ? t('conversations.detail.estimated') : undefined}>
      <FieldCell resource={conversations} name={name} value={row[name]} />
      {isEstimate && <span className="cell-quiet"> ~</span>}
      {isEstimate && <span className="unseen">{t('conversations.detail.estimated')}</span>}
    </span>
  );
}

/** Menu that downloads all conversations that match the filters, not only the current page, in the chosen format. */
function ExportMenu({ control: { view, contextId } }: { control: ListControl }) {
  const query = { ...filterQuery(view.filters), contextId };
  return (
    <DownloadMenu
      label={t('conversations.export.action')}
      note={t('conversations.export.holds')}
      formats={EXPORT_FORMATS.map((key) => ({ key, label: t(`conversations.export.${key}`) }))}
      save={(format) => download('/conversations/export', `conversas.${format}`, { ...query, format })}
    />
  );
}
