import ptBR from 'antd/es/locale/pt_BR';

// In Portuguese, the heading of a calendar is "nov 2026". Without names of its own, antd uses those of dayjs.
const inPortuguese = { monthBeforeYear: true, shortMonths: undefined };
const own = ptBR.DatePicker;
const calendar = own && { ...own, lang: { ...own.lang, ...inPortuguese } };

/** antd's texts. Its date pickers use those of `Calendar`. */
export const antdLocale: typeof ptBR = { ...ptBR, DatePicker: calendar, Calendar: calendar };
