import { useMemo } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { i18n, t } from '../providers/i18n.ts';

/** The texts of a resource: from its own locale file, or else the generic ones of `resource.json`. */
export interface ResourceTexts {
  title: string;
  intro: string;
  /** The noun for one row, as used within a sentence: "link". */
  one: string;
  /** The label of the create action: "Adicionar link". */
  create: string;
  field: (name: string) => string;
  /** The heading of a column, if the field's label is too long for one. */
  heading: (name: string) => string | undefined;
  /** The label of a filter; by default that of the field. */
  filter: (name: string) => string;
  /** The optional sentence below an input. */
  hint: (name: string) => string | undefined;
  placeholder: (name: string) => string | undefined;
  /** The label of a choice's or toggle's value. */
  option: (name: string, value: string) => string;
  /** The optional text shown for an empty field. */
  none: (name: string) => string | undefined;
  /** Returns the text `<resource>.<path>` if it exists, else `resource.<path>`. */
  t: (path: string, values?: Record<string, unknown>) => string;
}

export function useResourceTexts(resource: Resource): ResourceTexts {
  return useMemo(() => {
    const own = (path: string) => `${resource.name}.${path}`;
    const optional = (path: string) => (i18n.exists(own(path)) ? t(own(path)) : undefined);
    return {
      // Read when used: every cell of a list has these texts, and needs none of the first four.
      get title() {
        return t(own('title'));
      },
      get intro() {
        return t(own('intro'));
      },
      get one() {
        return t(own('one'));
      },
      get create() {
        return t(own('new'));
      },
      field: (name) => t(own(`fields.${name}`)),
      heading: (name) => optional(`headings.${name}`),
      filter: (name) => optional(`filters.${name}`) ?? t(own(`fields.${name}`)),
      hint: (name) => optional(`hints.${name}`),
      placeholder: (name) => optional(`placeholders.${name}`),
      option: (name, value) => optional(`options.${name}.${value}`) ?? t(`resource.options.${value}`, value),
      none: (name) => optional(`none.${name}`),
      t: (path, values) => t([own(path), `resource.${path}`], { ...values }),
    };
  }, [resource]);
}
