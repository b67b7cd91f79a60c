import type { Field, FieldKind } from '../../../resources/kit/field.ts';
import type { DrawnKind } from './drawn-kind.ts';
import { kind as choice } from './kinds/choice.tsx';
import { kind as choices } from './kinds/choices.tsx';
import { kind as color } from './kinds/color.tsx';
import { kind as count } from './kinds/count.tsx';
import { kind as date } from './kinds/date.tsx';
import { kind as decimal } from './kinds/decimal.tsx';
import { kind as email } from './kinds/email.tsx';
import { kind as file } from './kinds/file.tsx';
import { kind as image } from './kinds/image.tsx';
import { kind as list } from './kinds/list.tsx';
import { kind as longText } from './kinds/long-text.tsx';
import { kind as moment } from './kinds/moment.tsx';
import { kind as money } from './kinds/money.tsx';
import { kind as reference } from './kinds/reference.tsx';
import { kind as references } from './kinds/references.tsx';
import { kind as text } from './kinds/text.tsx';
import { kind as toggle } from './kinds/toggle.tsx';
import { kind as url } from './kinds/url.tsx';

const KINDS: Record<FieldKind, DrawnKind> = {
  text,
  longText,
  url,
  email,
  choice,
  choices,
  toggle,
  date,
  moment,
  count,
  decimal,
  money,
  color,
  reference,
  references,
  list,
  file,
  image,
};

export const drawnKindOf = ({ kind }: Pick<Field, 'kind'>): DrawnKind => KINDS[kind];
