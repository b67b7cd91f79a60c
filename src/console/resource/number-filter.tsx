import { type InputNumberProps, Space } from 'antd';
import { type ComponentType, useState } from 'react';
import { t } from '../providers/i18n.ts';
import { textFilter, withFilter } from '../providers/view.ts';
import type { FilterProps } from './drawn-kind.ts';
import { textsOf } from './texts.ts';

type Amount = ComponentType<InputNumberProps<number>>;

/** The filter by a range of numbers or amounts, which `Amount` reads. Both ends are optional, and apply when their input is left. */
export default function NumberFilter({ Amount, resource, name, control }: FilterProps & { Amount: Amount }) {
  const { filters } = control.view;
  const label = textsOf(resource).filter(name);
  return (
    <Space.Compact className="list-numbers" role="group" aria-label={label}>
      {(['gte', 'lte'] as const).map((end) => {
        const text = textFilter(filters, name, end);
        return (
          <NumberEnd
            key={`${end} ${text}`}
            Amount={Amount}
            label={t(`resource.numbers.${end}`, { field: label })}
            value={text === undefined ? null : Number(text)}
            onChange={(value) =>
              control.change({
                filters: withFilter(filters, name, {
                  gte: textFilter(filters, name, 'gte'),
                  lte: textFilter(filters, name, 'lte'),
                  [end]: value === null ? undefined : String(value),
                }),
              })
            }
          />
        );
      })}
    </Space.Compact>
  );
}

function NumberEnd(props: {
  Amount: Amount;
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { Amount, label, value, onChange } = props;
  const [typed, setTyped] = useState<unknown>(value);
  const apply = () => {
    const number = typeof typed === 'number' ? typed : null;
    if (number !== value) onChange(number);
  };
  return (
    <Amount
      aria-label={label}
      placeholder={label}
      min={0}
      value={typeof typed === 'number' ? typed : null}
      onChange={setTyped}
      onBlur={apply}
      onPressEnter={apply}
    />
  );
}
