/** Begins a sentence that is understood only with the one before it: `Abaixo disso, R$ 90.` */
export const CONTINUES =
  /^(?:com (?:menos|mais)|(?:abaixo|acima|antes|depois|fora|além) d(?:isso|esse|essa|este)|caso contr[áa]rio|do contr[áa]rio|(?:se não|senão)(?=,)|n[ea]ste caso|nesse caso|n[oa]s (?:demais|outr[oa]s)|sem \p{L}+(?=,))[ ,]/iu;

/** Begins a sentence whose subject the one before it names: `Ela custa R$ 260 e inclui a argila.` */
export const REFERS = /^(?:ele|ela|eles|elas) /iu;
