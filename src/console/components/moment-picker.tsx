import 'dayjs/locale/pt-br';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** An input for a date with its time. Forms load it on demand, because it is larger than the rest of a form. */
export default function MomentPicker(props: {
  id?: string;
  value?: string;
  onChange?: (value: string | null) => void;
}) {
  return (
    <DatePicker
      id={props.id}
      showTime={{ format: 'HH:mm' }}
      format="DD/MM/YYYY HH:mm"
      value={props.value ? dayjs(props.value) : null}
      onChange={(moment) => props.onChange?.(moment ? moment.toISOString() : null)}
    />
  );
}
