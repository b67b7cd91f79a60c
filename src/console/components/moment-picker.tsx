import 'dayjs/locale/pt-br';
import { DatePicker } from 'antd';
import ptBR from 'antd/es/date-picker/locale/pt_BR';
import dayjs from 'dayjs';

// Portuguese says the month first.
const CALENDAR = { ...ptBR, lang: { ...ptBR.lang, monthBeforeYear: true } };

/** A date with its time; its own file, since the picker weighs more than the rest of a form. */
export default function MomentPicker(props: {
  id?: string;
  value?: string;
  onChange?: (value: string | null) => void;
}) {
  return (
    <DatePicker
      locale={CALENDAR}
      id={props.id}
      showTime={{ format: 'HH:mm' }}
      format="DD/MM/YYYY HH:mm"
      value={props.value ? dayjs(props.value) : null}
      onChange={(moment) => props.onChange?.(moment ? moment.toISOString() : null)}
    />
  );
}
