const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
/** Formats 1234.56 as "1.234,6". */
export const formatNumber = (value: number): string => oneDecimal.format(value);
