import 'dayjs/locale/pt-br';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** An input for a day (YYYY-MM-DD) or, with `hasTime`, for an instant (ISO 8601). Forms load it on demand, because it is larger than the rest of a form. */
export default function MomentPicker(props: {
  id?: string;
  hasTime?: boolean;
  value?: string;
  onChange?: (value: string | null) => void;
}) {
  const { hasTime } = props;
  return (
    <DatePicker
      id={props.id}
      showTime={hasTime && { format: 'HH:mm' }}
      format={hasTime ? 'DD/MM/YYYY HH:mm' : 'DD/MM/YYYY'}
      value={props.value ? dayjs(props.value) : null}
      onChange={(moment) =>
        props.onChange?.(moment ? (hasTime ? moment.toISOString() : moment.format('YYYY-MM-DD')) : null)
      }
    />
  );
}
