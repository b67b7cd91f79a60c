import { STOPWORDS } from '../stopwords.ts';
import { fold, wordsOf } from '../words.ts';
import { isLight } from './light-words.ts';
import type { RerankSegment } from './rerank-segment.ts';
import { rootOf } from './roots.ts';

/** `de onde sai o passeio?` for `quem pode ir no passeio?`, if its answer does not show who. */
const OF_WORLD = new RegExp(
  [
    'previsao do tempo|vai chover|(?:piada|charada|poema|poesia|horoscopo|loteria|mega sena)s?',
    '(?:cotacao|preco) d[oa] (?:dolar|euro|bitcoin|ouro|petroleo|soja|boi|arroba)|quanto (?:e|ta|esta) o (?:dolar|euro|bitcoin)',
    'quem (?:ganhou|vai ganhar|venceu|inventou|descobriu|descobriram|escreveu|pintou|canta|foi o primeiro)|placar|campeonato|brasileirao',
    '(?:qual e |qual )?a? ?capital d[aeo]|presidente d[aeo]|eleic(?:ao|oes)',
    '(?:que|qual) (?:o )?(?:filme|novela|serie|musica)|cantora?|letra da musica',
    'como se (?:diz|fala|escreve)|traduz\\w*|traducao|o que significa',
    '(?:tir(?:o|ar)|emit(?:o|ir)|segunda via d[oe]) (?:o |a |meu |minha |do |da )*(?:passaporte|rg|cpf|identidade|titulo de eleitor|cnh)',
    '(?:receita|modo de preparo) d[eo] (?:bolo|pao|torta|pudim|molho|feijoada|brigadeiro|massa|lasanha)',
    '(?:conta|problema|exercicio) de (?:matematica|fracao|divisao)|equacao|raiz quadrada|redacao sobre',
    '(?:tirar|limpar|remover) (?:a )?mancha|(?:cha|remedio) (?:bom )?(?:pra|para) \\w+',
    'mensagem (?:bonita )?(?:de |pra |para )(?:natal|aniversario|ano novo|bom dia|dia d[aoe]s? )|legenda (?:pra|para) foto',
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
);

/** Unless the base contains the words that show this: a language school does translate. */
export function isGeneralKnowledge(chain: readonly RerankSegment[], text: string): boolean {
  const [matched] = OF_WORLD.exec(fold(text).replace(/\s+/g, ' ')) ?? [];
  if (matched === undefined) return false;
  const roots = wordsOf(matched).flatMap(({ word }) => (STOPWORDS.has(word) ? [] : [rootOf(word)]));
  return !roots.some((root) => !isLight(root) && chain.some(({ unitIds }) => unitIds.has(root)));
}
