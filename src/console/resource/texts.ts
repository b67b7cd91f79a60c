import type { Resource } from '../../../resources/kit/resource.ts';
import { i18n, t } from '../providers/i18n.ts';

/** The texts of a resource: from its own locale file, or else the generic ones of `resource.json`. */
export function textsOf({ name: resource }: Resource) {
  const own = (path: string) => `${resource}.${path}`;
  const optional = (path: string) => (i18n.exists(own(path)) ? t(own(path)) : undefined);
  return {
    // Read when used: every cell of a list has these texts, and needs none of the first four.
    get title() {
      return t(own('title'));
    },
    get intro() {
      return t(own('intro'));
    },
    /** The noun for one row, as used within a sentence: "link". */
    get one() {
      return t(own('one'));
    },
    /** The label of the create action: "Adicionar link". */
    get create() {
      return t(own('new'));
    },
    field: (name: string) => t(own(`fields.${name}`)),
    /** The heading of a column, if the field's label is too long for one. */
    heading: (name: string) => optional(`headings.${name}`),
    /** The label of a filter; by default that of the field. */
    filter: (name: string) => optional(`filters.${name}`) ?? t(own(`fields.${name}`)),
    /** The optional sentence below an input. */
    hint: (name: string) => optional(`hints.${name}`),
    placeholder: (name: string) => optional(`placeholders.${name}`),
    /** The label of a choice's or toggle's value. */
    option: (name: string, value: string) =>
      optional(`options.${name}.${value}`) ?? t(`resource.options.${value}`, value),
    /** The optional text shown for an empty field. */
    none: (name: string) => optional(`none.${name}`),
    /** Returns the text `<resource>.<path>` if it exists, else `resource.<path>`. */
    t: (path: string, values?: Record<string, unknown>) => t([own(path), `resource.${path}`], { ...values }),
  };
}

export type ResourceTexts = ReturnType<typeof textsOf>;
