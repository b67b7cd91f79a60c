import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** A date with its time; its own file, since the picker weighs more than the rest of a form. */
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
