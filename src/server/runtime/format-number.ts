const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
export const formatNumber = (value: number): string => oneDecimal.format(value);
