import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conversations as declaration } from '../../../../resources/conversations.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { EXPORT_FORMATS } from '../../../shared/insight.ts';
import { usePlaced } from '../../layout/place.ts';
import { moveFocus, usePopup } from '../../layout/popup.ts';
import { download } from '../../http/download.ts';
import { notify } from '../../providers/notification.tsx';
import { Icon } from '../../resource/icon.tsx';
import { callOf } from '../../resource/list-call.ts';
import type { ListViewControl } from '../../resource/use-list-view.ts';
import { Button } from '../../resource/button.tsx';

const resource = declaration as unknown as Resource;
type Format = (typeof EXPORT_FORMATS)[number];

/** The query of the list behind a view, without its pages. */
function queryOf({ view, contextId }: ListViewControl): Record<string, string | string[]> {
  const { filters } = callOf(resource, view, contextId);
  return Object.fromEntries(
    filters.flatMap((filter) => {
      if (!('field' in filter)) return [];
      const { field, operator, value } = filter;
      const name = operator === 'gte' || operator === 'lte' ? `${field}_${operator}` : field;
      return [[name, value as string | string[]]];
    }),
  );
}

/** Takes the conversations that the list shows, all of its pages, as a file. */
export function ExportMenu({ control }: { control: ListViewControl }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const take = async (format: Format) => {
    setBusy(true);
    try {
      await download('/conversations/export', `conversas.${format}`, { ...queryOf(control), format });
    } catch {
      notify({ type: 'error', message: t('conversations.export.failed') });
    } finally {
      setBusy(false);
    }
  };
  const { isOpen, setIsOpen, close, frame, button } = usePopup();
  return (
    <div ref={frame} className="export-menu">
      <Button
        ref={button}
        loading={isBusy}
        icon={<Icon name="download" />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('conversations.export.action')}
      </Button>
      {isOpen && (
        <Formats
          boxOf={() => frame.current?.getBoundingClientRect()}
          choose={(format) => {
            close();
            void take(format);
          }}
        />
      )}
    </div>
  );
}

function Formats({ boxOf, choose }: { boxOf: () => DOMRect | undefined; choose: (format: Format) => void }) {
  const { t } = useTranslation();
  const ref = usePlaced<HTMLDivElement>(boxOf, 'bottom');
  return (
    <div
      ref={ref}
      className="popup export-formats"
      role="menu"
      aria-label={t('conversations.export.action')}
      onKeyDown={(event) => moveFocus(event, '[role="menuitem"]')}
    >
      {EXPORT_FORMATS.map((format, at) => (
        <button
          key={format}
          type="button"
          role="menuitem"
          className="popup-item"
          autoFocus={at === 0}
          onClick={() => choose(format)}
        >
          {t(`conversations.export.${format}`)}
        </button>
      ))}
    </div>
  );
}
