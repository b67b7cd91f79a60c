import { Radio, type RadioGroupProps } from 'antd';

interface ChoicesProps<V> extends Omit<RadioGroupProps, 'options' | 'value' | 'onChange'> {
  options: readonly { value: V; label: string; text?: string; disabled?: boolean }[];
  value?: V;
  onChange?: (value: V) => void;
  choiceClass?: string;
}

/** Radio buttons one below the other, each with an explanation if its option has a `text`. */
export function Choices<V extends string>({ options, choiceClass, onChange, ...group }: ChoicesProps<V>) {
  return (
    <Radio.Group
      {...group}
      style={{ display: 'grid', gap: options.some(({ text }) => text) ? 12 : 8 }}
      onChange={({ target }) => onChange?.(target.value as V)}
      options={options.map(({ label, text, ...option }) => ({
        ...option,
        className: choiceClass,
        label: text ? (
          <>
            <strong>{label}</strong>
            <br />
            <span className="small-text">{text}</span>
          </>
        ) : (
          label
        ),
      }))}
    />
  );
}
