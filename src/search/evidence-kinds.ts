import type { Intent } from './intent.ts';

export const NUMBER = 1;
const TIME = 2;
const MONEY = 4;
export const PLACE = 8;
const REASON = 16;
const MEANING = 32;
const PURPOSE = 64;
const CONDITION = 128;
const METHOD = 256;
export const NAME = 512;

const LISTS: readonly (readonly [number, string])[] = [
  [
    NUMBER,
    'dois duas tres quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzentos trezentos quatrocentos quinhentos mil milhao milhoes bilhao bilhoes metade dobro terco maioria nenhum unico',
  ],
  [
    TIME,
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo dia dias mes meses ano anos hora horas semana semanas semestre semestres bimestre trimestre minuto minutos segundo segundos seculo seculos decada decadas ontem hoje amanha manha tarde noite durante ate imediatamente uteis util feriado feriados prazo',
  ],
  [
    MONEY,
    'real reais euro euros dolar dolares libra libras centavos gratuito gratuita gratuitos gratuitas gratuitamente gratis custo custa custam preco precos valor valores taxa taxas tarifa isento isenta',
  ],
  [
    PLACE,
    'rua avenida sala bairro cidade estado pais norte sul leste oeste nordeste sudeste noroeste sudoeste regiao loja site portal endereco secretaria predio andar centro costa rio ilha localizado localizada situado situada unidade balcao internet',
  ],
  [
    REASON,
    'porque pois devido causa causas causado causada causados motivo razao visto consequencia portanto porquanto',
  ],
  [
    MEANING,
    'significa consiste consistem refere referem define definido definida trata chamado chamada chamados conhecido conhecida conhecidos denominado denominada entende constitui conjunto designa tipo',
  ],
  [PURPOSE, 'visa visam objetivo objetivos finalidade serve servem permite permitem fim fins intuito para'],
  [CONDITION, 'quando se caso casos sempre exceto salvo desde'],
  [
    METHOD,
    'deve devem pode podem mediante atraves usando meio basta preencher apresentar acessar enviar solicitar por pela pelo com',
  ],
];
const SIGNS = new Map<string, number>();
for (const [sign, words] of LISTS) for (const word of words.split(' ')) SIGNS.set(word, (SIGNS.get(word) ?? 0) | sign);

/** Returns the kinds of evidence that a folded word can be. `hasDigit` is whether it contains a digit. */
export function evidenceKindsOf(word: string, hasDigit: boolean): number {
  let signs = SIGNS.get(word) ?? 0;
  if (hasDigit) {
    signs |= NUMBER;
    if (/^1\d{3}$|^20\d\d$|^\d{1,2}h/.test(word)) signs |= TIME;
  }
  if (word.length > 5 && word.endsWith('ndo')) signs |= METHOD;
  return signs;
}

const EVIDENCE: Partial<Record<Intent, number>> = {
  place: NAME | PLACE,
  time: TIME,
  money: MONEY | NUMBER,
  count: NUMBER,
  person: NAME,
  reason: REASON,
  definition: MEANING,
  purpose: PURPOSE,
  condition: CONDITION,
  method: METHOD,
};

/** Returns the kinds of evidence that an answer to this intent contains; 0 when there is no specific kind. */
export function evidenceFor(intent: Intent): number {
  return EVIDENCE[intent] ?? 0;
}
