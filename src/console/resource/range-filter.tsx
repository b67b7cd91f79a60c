import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { addDays, today } from '../providers/days.ts';
import { t } from '../providers/i18n.ts';

const PRESET_DAYS = [1, 7, 30, 90] as const;

const dayOf = (day: string | undefined): Dayjs | null => (day ? dayjs(day) : null);
const isoDay = (day: Dayjs | null | undefined) => day?.format('YYYY-MM-DD');

/** A filter for a range of days (YYYY-MM-DD). Start and end are optional. Loaded lazily, because the calendar is large. */
export default function RangeFilter(props: {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (span: { gte?: string; lte?: string }) => void;
}) {
  const { label, from, to, onChange } = props;
  const now = dayjs(today());
  return (
    <DatePicker.RangePicker
      className="list-range"
      aria-label={label}
      // antd's own have English names.
      separator={<SwapRightOutlined aria-hidden />}
      suffixIcon={<CalendarOutlined aria-hidden />}
      placeholder={[t('resource.range.begin', { field: label }), t('resource.range.end')]}
      format="DD/MM/YYYY"
      allowEmpty={[true, true]}
      presets={PRESET_DAYS.map((days) => ({
        label: t('resource.range.days', { count: days }),
        value: [dayjs(addDays(today(), 1 - days)), now],
      }))}
      value={[dayOf(from), dayOf(to)]}
      onChange={(span) => {
        onChange({ gte: isoDay(span?.[0]), lte: isoDay(span?.[1]) });
      }}
    />
  );
}
