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
    'como (?:eu )?(?:faco|faz|se faz|fazer) (?:um |uma |o |a )?(?:bolo|pao|torta|pudim|molho|feijoada|brigadeiro|massa|lasanha|arroz|cafe)\\b',
    'explica o que (?:e|foi|foram) |o que (?:e|foi|foram) (?:a |o |os |as )?(?:guerra|revolucao|oracao|fotossintese|verbo|inflacao|inteligencia artificial)',
    '(?:onibus|metro|trem|barca) (?:\\d+|(?:pra|para|do|da) )|(?:passa|sai|chega) o (?:onibus|metro|trem)|linha de onibus',
    '(?:telefone|numero|endereco|horario) d[oae] (?:prefeitura|rodoviaria|aeroporto|hospital|delegacia|correios|detran|cartorio|samu|bombeiros)',
    '(?:onde fica|que horas (?:abre|fecha)) [ao] (?:prefeitura|rodoviaria|aeroporto|hospital|delegacia|correio|correios|detran|cartorio|shopping|mercadao|feira)',
    '(?:que dia|quando) (?:cai|e) (?:o |a )?(?:carnaval|pascoa|natal|dia d[aoe]s? |feriado de)|resultado d[aoe] (?:jogo|loteria|mega|enem)|que horas (?:e|sao) o jogo',
    '(?:tabela|jogo|gol|escalacao) d[oa] (?:flamengo|corinthians|palmeiras|santos|vasco|cruzeiro|gremio|inter|botafogo|fluminense|selecao|sao paulo)',
    'quanto e \\d+ ?(?:x|vezes|mais|menos|dividido)|(?:conta|contar) uma (?:historia|piada)|(?:signo|horoscopo) d[aeo]',
    '(?:conta|problema|exercicio) de (?:matematica|fracao|divisao)|equacao|raiz quadrada|redacao sobre',
    '(?:tirar|limpar|remover) (?:a )?mancha|(?:cha|remedio) (?:bom )?(?:pra|para) \\w+',
    'mensagem (?:bonita )?(?:de |pra |para )(?:natal|aniversario|ano novo|bom dia|dia d[aoe]s? )|legenda (?:pra|para) foto',
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
);

/** Words of the question and not of what it is about: `onde fica o cartório?` is for the base of one. */
const ASKING: ReadonlySet<string> = new Set(
  'fica abre fecha hora horas telefone numero endereco horario passa sai chega dia explica conta contar'
    .split(' ')
    .map(rootOf),
);

/** Unless a passage has all words that show this: a language school does translate. */
export function isGeneralKnowledge(chain: readonly RerankSegment[], text: string): boolean {
  const [matched] = OF_WORLD.exec(fold(text).replace(/\s+/g, ' ')) ?? [];
  if (matched === undefined) return false;
  const roots = wordsOf(matched).flatMap(({ word }) => (STOPWORDS.has(word) ? [] : [rootOf(word)]));
  const telling = roots.filter((root) => !isLight(root) && !ASKING.has(root));
  return !chain.some((segment) => isTogether(segment, telling));
}

function isTogether({ unitIds, passages }: RerankSegment, roots: readonly string[]): boolean {
  const ids = roots.map((root) => unitIds.get(root));
  return passages.some(({ head, body }) =>
    ids.every((id) => id !== undefined && (head.includes(id) || body.includes(id))),
  );
}
