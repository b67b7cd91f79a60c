import { typedWords } from '../../../search/typed-words.ts';
import { wordsOf } from '../../../search/words.ts';
import type { InboxBrief } from '../../../shared/handover.ts';
import { readCourtesy } from '../question/message-parts.ts';

/** Words that only call for somebody. */
const CALLING = new Set(
  (
    'eu me nos quero queria queremos preciso precisava precisamos gostaria desejo exijo posso pode podem poderia poderiam ' +
    'consegue da tem tinha falar fala fale conversar conversa chamar chama chame passar passa passe transferir transfere ' +
    'transfira botar bota poe ponha com a o as os um uma uns de do no na por para pra pro favor gentileza pf pfv pfvr ' +
    'alguem gente pessoa pessoas humano humana atendente atendentes atendimento suporte sac equipe verdade real mesmo ' +
    'contato comigo ligar liga ligue ligando manda mandar mande falo quem onde alguma algum ' +
    'ai aqui la ja agora logo hoje urgente urgencia rapido ajuda ajudar ajude socorro alo oi ola e isso responsavel ' +
    'pelo amor deus sobre isto online minha meu gerente vendedor vendedora vendas recepcao recepcionista secretaria dono dona voces vcs sim ok nao'
  ).split(' '),
);
/** `falar com a doutora Ana`: whoever is named, nothing else is wanted. Matched on folded words. */
const WITH_SOMEBODY =
  /\b(?:fal(?:ar|a|e|o)|convers(?:ar|a|e)|cham(?:ar|a|e)|pass(?:ar|a|e)|transfer(?:ir|e)|transfira|poe|bota)\b (?:.* )?(?:com|para|pra|pro) (?!.*\b(?:sobre|porque|pois|que|meu|minha)\b)(?:\S+ ?){1,4}$/;
/** A few words with one of these call for somebody, too: `prefiro tratar com uma pessoa`. */
const SOMEBODY = new Set('alguem pessoa pessoas humano humana atendente atendentes robo bot contato'.split(' '));
/** An answer did not help. */
const WITHOUT_HELP =
  /^(?:isso |mas |ja |ainda |assim )*(?:nao (?:e isso|e nada disso|respondeu|foi isso|resolve|resolveu|adianta|adiantou|ajudou|entendi|deu(?: certo)?|funcionou|serve)|li|vi|tentei|fiz)(?: (?:isso|nada|ainda|nao|que|eu|perguntei|minha|pergunta))*$/;

const contentWords = (question: string) => typedWords(question).filter((word) => !CALLING.has(word)).length;

/** Returns whether a message only greets, calls for somebody, urges, or says that an answer did not help. */
function saysNothing(question: string): boolean {
  const words = wordsOf(question).map(({ word }) => word);
  const folded = words.join(' ');
  return (
    readCourtesy(question) !== null ||
    words.every((word) => CALLING.has(word)) ||
    (words.some((word) => SOMEBODY.has(word)) && contentWords(question) <= 2) ||
    (words.length <= 9 && WITH_SOMEBODY.test(folded)) ||
    WITHOUT_HELP.test(folded)
  );
}

/**
 * Returns the newest question that says what the visitor wants; null if there is none. What follows it is often a word or
 * two (`alguém viu?`, `corretor, por favor`), so that a question with at least two words of its own comes first.
 */
export function wantedIn(tried: InboxBrief['tried']): string | null {
  const telling = tried.filter(({ question, outcome }) => outcome !== 'small_talk' && !saysNothing(question));
  const wanted = telling.findLast(({ question }) => contentWords(question) > 1) ?? telling[0] ?? tried[0];
  return wanted?.question ?? null;
}
