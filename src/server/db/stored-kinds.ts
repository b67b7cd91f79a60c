import type { Field, FieldKind } from '../../../resources/kit/field.ts';
import { kind as choice } from './kinds/choice.ts';
import { kind as choices } from './kinds/choices.ts';
import { kind as color } from './kinds/color.ts';
import { kind as count } from './kinds/count.ts';
import { kind as date } from './kinds/date.ts';
import { kind as decimal } from './kinds/decimal.ts';
import { kind as email } from './kinds/email.ts';
import { kind as file } from './kinds/file.ts';
import { kind as image } from './kinds/image.ts';
import { kind as list } from './kinds/list.ts';
import { kind as longText } from './kinds/long-text.ts';
import { kind as moment } from './kinds/moment.ts';
import { kind as money } from './kinds/money.ts';
import { kind as reference } from './kinds/reference.ts';
import { kind as references } from './kinds/references.ts';
import { kind as text } from './kinds/text.ts';
import { kind as toggle } from './kinds/toggle.ts';
import { kind as url } from './kinds/url.ts';
import type { StoredKind } from './stored-kind.ts';

const KINDS: Record<FieldKind, StoredKind> = {
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

export const storedKindOf = ({ kind }: Pick<Field, 'kind'>): StoredKind => KINDS[kind];
