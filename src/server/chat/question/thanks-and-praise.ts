import { CHAT_WORDS } from '../../../search/load-chat-words.ts';
import { wordsOf } from '../../../search/words.ts';

const THANKS =
  /\b((muito |mt |mto )?obrigad(o|a|os|as|ao|inh[oa])(?! a (?!todos|todas|voces?)\w+r\b)|agradec(o|emos|id[oa]s?)|gratidao|grat[oa]s?|brigad(o|a|ao)|valeu|deus (te |os |as |lhes? )?abencoe)\b/;
const PRAISE =
  /\b(adorei|adoramos|amei|amamos|gostei|gostamos|curti(mos)?|parabens|arras(ou|aram|am)|recomend(o|amos|adissim[oa]s?)|nota (10|dez|mil|1000)|(e|sao|foi|foram) (demais|show|top|10|dez|fera|feras)|sou (sua )?fa|fas de voces|salv(ou|aram)|(os|as|o|a) melhor(es)? de tod[oa]s|sao (os|as) melhores|bem (atendid|tratad|recebid)[oa]s?|super(ou|aram)|virei cliente|(me )?ajud(ou|aram) (muito|demais|bastante|pra caramba)|sem palavras|sucesso (pra|para|a) voces?|muito sucesso)\b/;
/** Only after a verb or a subject: `ficou linda`, `atendimento excelente`. */
const GOOD =
  '(otim[oa]s?|excelentes?|maravilhos[oa]s?|perfeit[oa]s?|lind[oa]s?|incrive(l|is)|sensaciona(l|is)|impecave(l|is)|delicios[oa]s?|uma delicia|um espetaculo|nota 10|atencios[oa]s?|simpatic[oa]s?|caprichad[oa]s?|querid[oa]s?|gentis|otim[oa]s?|bo[am] demais|muito bo[am]s?|sem defeitos?)';
const FOUND_GOOD = new RegExp(
  String.raw`\b(ficou|ficaram|foi|foram|estava|estavam|tava|tavam|chegou|veio|e|sao|esta|estao|tudo|muito|super|que|achei|(atendimento|trabalho|servico|equipe|comida|loja|pessoal)( de voces?)?) (tudo |todos? |todas? |muito |super |realmente |simplesmente |um |uma |o |a )*${GOOD}\b`,
);

/** A wish, a doubt, a denial or a problem needs more than a courtesy in reply. */
const WANTS_MORE =
  /\b(nao|nunca|nem|mas|porem|contudo|entretanto|so que|pena|infelizmente|quero|queria|queremos|gostaria|gostariamos|preciso|precisava|precisamos|procuro|busco|duvida|pergunta|qual|quais|quant[oa]s?|onde|cade|quem|sera|pode(m|ria|riam)?|posso|consigo|agendar|marcar|comprar|encomendar|reservar|cancelar|trocar|devolver|orcamento|informac(ao|oes)|saber|problemas?|defeitos?|errad[oa]s?|quebr\w+|atras\w+|demor\w+|pessim\w+|horrive\w+|ruim|reclam\w+|decepcion\w+|ate (eu|o|a|os|as|que)|se)\b/;
const OBLIGED = /\b(sou|fui|e|era|ser|somos|serei|seria|foi|estou|to) obrigad[oa]s?\b/;
/** `sem defeito`, `não tenho palavras` */
const BY_DENIAL =
  /\b(nao tenho (palavras|do que reclamar|nem palavras|o que reclamar)|sem (nenhum )?(defeitos?|problemas?|palavras)|nota mil|nao (poderia|podia) (ser|estar) melhor|quando eu precis(ar|o))\b/g;

const WORDS_MAX = 40;

/** Free wording (`vcs são demais`). Null if it also asks, wishes, denies or complains. */
export function readThanksOrPraise(message: string): 'thanks' | 'praise' | null {
  if (message.includes('?')) return null;
  const words = wordsOf(message).map(({ word }) => undrawn(word));
  if (words.length > WORDS_MAX) return null;
  const meantText = words.map((word) => CHAT_WORDS.get(word) ?? word).join(' ');
  const plain = meantText.replace(BY_DENIAL, 'adorei');
  if (WANTS_MORE.test(plain) || OBLIGED.test(plain)) return null;
  if (PRAISE.test(plain) || FOUND_GOOD.test(plain)) return 'praise';
  return THANKS.test(plain) ? 'thanks' : null;
}

const undrawn = (word: string) => word.replace(/([a-z])\1{2,}/g, '$1').replace(/([aiu])\1+$/, '$1');
