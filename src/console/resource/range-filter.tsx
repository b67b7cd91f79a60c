import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { addDays, dayEnd, dayStart, today } from '../providers/days.ts';

const PRESET_DAYS = [1, 7, 30, 90] as const;

/** Returns the day of a moment (ISO 8601) in the time zone of São Paulo. */
const dayOf = (moment: string | undefined): Dayjs | null => (moment ? dayjs(today(Date.parse(moment))) : null);
const isoDay = (day: Dayjs | null | undefined) => day?.format('YYYY-MM-DD');

/** A filter for a range of days. Start and end are optional. Loaded lazily, because the calendar is large. */
export default function RangeFilter(props: {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (span: { gte?: string; lte?: string }) => void;
}) {
  const { t } = useTranslation();
  const { label, from, to, onChange } = props;
  const now = dayjs(today());
  return (
    <DatePicker.RangePicker
      className="list-range"
      aria-label={label}
      placeholder={[t('resource.range.begin', { field: label }), t('resource.range.end')]}
      format="DD/MM/YYYY"
      allowEmpty={[true, true]}
      presets={PRESET_DAYS.map((days) => ({
        label: t('resource.range.days', { count: days }),
        value: [dayjs(addDays(today(), 1 - days)), now],
      }))}
      value={[dayOf(from), dayOf(to)]}
      onChange={(span) => {
        const [first, last] = [isoDay(span?.[0]), isoDay(span?.[1])];
        onChange({ gte: first && dayStart(first), lte: last && dayEnd(last) });
      }}
    />
  );
}
