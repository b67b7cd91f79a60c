import { fieldOf } from '../providers/view.ts';
import type { InputProps } from './drawn-kind.ts';
import { drawnKindOf } from './drawn-kinds.ts';
import { textsOf } from './texts.ts';

/** Shows the input for the kind of a field. Use it as the child of antd's Form.Item. */
export function FieldInput(props: InputProps) {
  const texts = textsOf(props.resource);
  const field = fieldOf(props.resource, props.name);
  const { Input } = drawnKindOf(field);
  return <Input {...props} field={field} placeholder={texts.placeholder(props.name)} />;
}
