import type { Field, FieldKind } from '../../../resources/kit/field.ts';
import { kind as choice } from './kinds/choice.ts';
import { kind as choices } from './kinds/choices.ts';
import { kind as count } from './kinds/count.ts';
import { kind as decimal } from './kinds/decimal.ts';
import { kind as email } from './kinds/email.ts';
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
  moment,
  count,
  decimal,
  money,
  reference,
  references,
};

export const storedKindOf = ({ kind }: Pick<Field, 'kind'>): StoredKind => KINDS[kind];
