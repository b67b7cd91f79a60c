import type { Field, Kind } from './kind.ts';
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

export { computed } from './computed.ts';
export type { Field, OnDelete, Tone, Tones } from './kind.ts';
export { fulfils, when } from './when.ts';
export { text } from './kinds/text.ts';
export { longText } from './kinds/long-text.ts';
export { url, withScheme } from './kinds/url.ts';
export { email } from './kinds/email.ts';
export { choice } from './kinds/choice.ts';
export { choices } from './kinds/choices.ts';
export { toggle } from './kinds/toggle.ts';
export { date } from './kinds/date.ts';
export { moment } from './kinds/moment.ts';
export { count } from './kinds/count.ts';
export { decimal } from './kinds/decimal.ts';
export { IN_CENTAVOS, money } from './kinds/money.ts';
export { color } from './kinds/color.ts';
export { reference } from './kinds/reference.ts';
export { file, FILE_TYPES, type FileType, type FileValue } from './kinds/file.ts';
export { image } from './kinds/image.ts';
export { list } from './kinds/list.ts';
export { references } from './kinds/references.ts';

const KINDS = {
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
export type FieldKind = keyof typeof KINDS;

export const kindOf = ({ kind }: Pick<Field, 'kind'>): Kind => KINDS[kind];

export type ValueOf<F> = F extends Field<infer T, infer _I> ? T : never;
export type InputValueOf<F> = F extends Field<infer _T, infer I> ? I : never;
