import { emailsIn } from '../../../search/facts/emails.ts';
import { phonesIn } from '../../../search/facts/phone-numbers.ts';
import { fold, wordsOf } from '../../../search/words.ts';
import type { LeftContact } from '../../../shared/chat-protocol.ts';
import { partsOf } from './message-parts.ts';

const WISH =
  /^(?:(?:oi|ola|opa|bom dia|boa tarde|boa noite)[\s,!.]+)*(?:entao |ta |ok |certo )?(?:eu )?(?:quero|queria|gostaria de|preciso|precisava|pretendo|desejo|vou querer|(?:estou|to) querendo|tenho interesse)\b(?! (?:saber|entender|perguntar|tirar|uma informac|informac))/;

/** Without asking about it: `quero encomendar um bolo`. */
export const isWish = (message: string): boolean =>
  WISH.test(fold(message).trim()) && partsOf(message).every(({ kind }) => kind !== 'question');

/** Not the visitor's name. With more other words, the message says more. */
const AROUND = new Set(
  (
    'meu minha numero telefone tel fone zap whats whatsapp celular contato email e mail eh o a os as nome me chamo chama sou ' +
    'aqui liga ligar ligue ligarem retorna retornar retorne pode podem por favor pfv anota anote segue este esse no na para ' +
    'pra pro de do da em ou so com mim manda mensagem chamar chame falar quando puder der depois hoje amanha agora oi ola bom boa dia tarde noite obrigado obrigada'
  ).split(' '),
);
const INTRODUCED =
  /(?:meu nome (?:é|e|eh)|me chamo|aqui (?:é|e|eh) (?:o|a)|sou (?:o|a)|fala com (?:o|a)?)\s+(\p{L}+(?: (?!e |meu )\p{L}+){0,2})/iu;
const NAME_WORDS_MAX = 3;
const NUMBERED = new Set(
  'pedido protocolo nota codigo cpf rg rastreio nf boleto os orcamento senha matricula'.split(' '),
);

/** Without asking anything; null if there is none. */
export function leftContactIn(message: string): LeftContact | null {
  if (message.includes('?')) return null;
  const found = [...emailsIn(message), ...phonesIn(message, 'telefone')].toSorted((a, b) => a.start - b.start);
  const email = found.find(({ kind }) => kind === 'email')?.value;
  const whatsapp = found.find(({ kind, value }) => kind !== 'email' && /^\d{10,11}$/.test(value))?.value;
  const rest = found.reduceRight((text, { start, end }) => `${text.slice(0, start)} , ${text.slice(end)}`, message);
  const left = wordsOf(rest).filter(({ word }) => !AROUND.has(word));
  if ((!email && !whatsapp) || left.length > NAME_WORDS_MAX || left.some(({ word }) => NUMBERED.has(word))) return null;
  const name = INTRODUCED.exec(rest)?.[1] ?? (left.length > 0 ? rest.slice(left[0]!.start, left.at(-1)!.end) : '');
  // Names of one or two words are also typed without capitals.
  const isName = /^(?:\p{Lu}[\p{L}' ]*|\p{L}+(?: \p{L}+)?|)$/u.test(name);
  if (!isName) return null;
  return { ...(name && { name }), ...(email && { email }), ...(whatsapp && { whatsapp }) };
}
