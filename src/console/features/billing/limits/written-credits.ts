const figures = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Credits as one reads them: `1.234,5`. */
export const writtenCredits = (credits: number): string => figures.format(credits);
