import { DatePicker } from 'antd';
import ptBR from 'antd/es/date-picker/locale/pt_BR';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/pt-br';
import { useTranslation } from 'react-i18next';
import { addDays, today } from './days.ts';
import type { Range } from './view.ts';
import { Button } from './button.tsx';

const SPANS = [1, 7, 30, 90] as const;
const day = (moment: Dayjs | null | undefined) => moment?.format('YYYY-MM-DD');

// Portuguese says the month first.
const CALENDAR = { ...ptBR, lang: { ...ptBR.lang, monthBeforeYear: true } };

/** The spans most asked for, and a calendar for any other; its own file, since the calendar is heavy. */
export default function RangePanel({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const { t } = useTranslation();
  const now = today();
  return (
    <div className="range-panel">
      <div className="chip-orders">
        {SPANS.map((days) => {
          const from = addDays(now, 1 - days);
          return (
            <Button
              key={days}
              type="text"
              aria-pressed={range.from === from && range.to === now}
              onClick={() => onChange({ from, to: now })}
            >
              {t('resource.range.days', { count: days })}
            </Button>
          );
        })}
      </div>
      <DatePicker.RangePicker
        locale={CALENDAR}
        allowEmpty={[true, true]}
        format="DD/MM/YYYY"
        classNames={{ popup: { root: 'range-popup' } }}
        // Within the panel: what is pressed outside of it shuts it.
        getPopupContainer={(input) => input.closest<HTMLElement>('.chip-panel') ?? document.body}
        separator={<span className="cell-quiet">–</span>}
        value={[range.from ? dayjs(range.from) : null, range.to ? dayjs(range.to) : null]}
        onChange={(span) => {
          const [from, to] = [day(span?.[0]), day(span?.[1])];
          onChange({ ...(from && { from }), ...(to && { to }) });
        }}
      />
    </div>
  );
}
