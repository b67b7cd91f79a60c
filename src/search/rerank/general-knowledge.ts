import { rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { fold, wordsOf } from '../words.ts';
import { missingOf } from './decision-signals.ts';
import { isLight } from './light-words.ts';
import type { RerankQuestion } from './rerank-question.ts';
import type { RerankSegment } from './rerank-segment.ts';

/** About the world, also if the base has all words of the question. */
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
    '^(?:que horas sao|que dia (?:da semana )?e) ?(?:hoje|agora|ai)?\\W*$|quantos dias (?:faltam|pro|para o)|faltam quantos dias',
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
);

const OF_ASSISTANT = new RegExp(
  [
    'quem te (?:criou|fez|inventou|programou)|(?:voce|vc|tu) (?:lembrar? de mim|(?:gosta|mora|acredita)r?|come|bebe|nasceu|dorme|torce)\\b',
    '(?:voce|vc|tu) (?:tem (?:namorad[oa]|filhos?|familia|sentimentos?|quantos anos)|sabe (?:cantar|dancar)|quer (?:namorar|casar))',
    '(?:quantos anos|que idade) (?:voce|vc|tu) tem|onde (?:voce|vc|tu) mora|que (?:voce|vc) (?:ta|esta) fazendo|namorar comigo|(?:foto|nudes?) sua',
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
);

/**
 * Ways to ask that are seldom meant for a business: `como plantar tomate`, `quem foi Zumbi`, `me ensina a tocar violão`. They tell
 * only of questions with a word that the base lacks.
 */
const ASKED_OF_ANYBODY = new RegExp(
  [
    'como (?:se |eu )*(?!faz)\\w+(?:ar|er|ir)',
    'como (?:se |eu )*(?:faco|faz|fazer) (?!pra|para|p |pro )',
    '(?:quem|quando) (?:foi|foram|era|e|eh|cai|\\w+(?:ou|eu|iu))|por ?que|em que (?:ano|mes)',
    '(?:o )?que (?:e|sao|foi|foram|significa|quer dizer)',
    '(?:me )?(?:ajuda|ensina|recomenda|indica|sugere|explica|conta|canta)r?',
    '(?:me )?(?:faca|escrev[ea]|crie|cria|conte|cante|traduz|traduza|explique|resolv[ea]|sugira|corrig[ei]|corrija|calcul[ea]|adivinh[ea]|reza|toca)',
  ]
    .map((one) => `(?:${one})`)
    .join('|')
    .replace(/^/, '^(?:(?:oi|ola|e|mas|entao|bom dia|boa tarde|boa noite)[ ,!]+)?(?:')
    .concat(')\\b'),
);
/** Some of these are meant for a business. */
const WHICH = /^(?:qual|quais)\b/;

/** What is wanted of the assistant is no word that a base has. */
const TASKS: ReadonlySet<string> = new Set(
  'ajudar ensinar recomendar indicar sugerir explicar contar cantar escrever criar traduzir resolver corrigir calcular'
    .split(' ')
    .map(rootOf),
);
/** Rarity from which a word that the base lacks tells. */
const TELLING = 0.45;
const UNLESS_SURE = 0.6;
const UNLESS_SHOWN = 0.15;

/** Words of the question and not of what it is about: `onde fica o cartório?` is for the base of one. */
const ASKING: ReadonlySet<string> = new Set(
  'fica abre fecha hora horas telefone numero endereco horario passa sai chega dia explica conta contar'
    .split(' ')
    .map(rootOf),
);

/** Confidence below which a question is taken for one about the world, or about the assistant: 0 if nothing says so. */
export function foreignBelow(chain: readonly RerankSegment[], text: string, { units }: RerankQuestion): number {
  const folded = fold(text).replace(/\s+/g, ' ').trim();
  if (OF_ASSISTANT.test(folded) || isGeneralKnowledge(chain, text)) return Infinity;
  const below = ASKED_OF_ANYBODY.test(folded) ? UNLESS_SURE : WHICH.test(folded) ? UNLESS_SHOWN : 0;
  const isLacking = units.some((one) => missingOf(one) >= TELLING && !TASKS.has(one.unit));
  return isLacking ? below : 0;
}

/** Unless a passage has all words that show this: a language school does translate. */
export function isGeneralKnowledge(chain: readonly RerankSegment[], text: string): boolean {
  const [matched] = OF_WORLD.exec(fold(text).replace(/\s+/g, ' ')) ?? [];
  if (matched === undefined) return false;
  const roots = wordsOf(matched).flatMap(({ word }) => (STOPWORDS.has(word) ? [] : [rootOf(word)]));
  const telling = roots.filter((root) => !isLight(root) && !ASKING.has(root) && !/^\d+$/.test(root));
  return telling.length === 0 || !chain.some((segment) => isTogether(segment, telling));
}

function isTogether({ unitIds, passages }: RerankSegment, roots: readonly string[]): boolean {
  const ids = roots.map((root) => unitIds.get(root));
  return passages.some(({ head, body }) =>
    ids.every((id) => id !== undefined && (head.includes(id) || body.includes(id))),
  );
}
