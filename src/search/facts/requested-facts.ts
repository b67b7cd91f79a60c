import type { FactKind } from '../../shared/constants.ts';
import { normalise } from '../normalise.ts';
import { rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { wordsOf } from '../words.ts';
import { daysIn } from './opening-hours.ts';

export interface RequestedFacts {
  kinds: readonly FactKind[];
  /** Roots: `financeiro` in `telefone do financeiro`. */
  qualifiers: readonly string[];
  isLandline: boolean;
  /** See `DayHours`; empty for all. */
  days: readonly number[];
  /** `manha`, `tarde`, `noite`. */
  timesOfDay: readonly string[];
}

/** Of the business, whatever is asked about it. */
export const anyOf = (kind: FactKind): RequestedFacts => ({
  kinds: [kind],
  qualifiers: [],
  isLandline: false,
  days: [],
  timesOfDay: [],
});

const DAY =
  '(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|sab|dom|feriado|fim de semana|finais de semana|final de semana)s?';
const OPENS =
  '(?:abre|abrem|abriu|abriram|abrir|abertura|aberta|aberto|abertas|abertos|fecha|fecham|fechou|fechar|fechado|fechada|funciona|funcionam|funcionando|funcionamento|expediente)';
const SERVES = '(?:atende|atendem|atendendo|atendimento|trabalha|trabalham)';
const HOUR = '(?:horas?|horarios?|hora|ate quando)';
const NOW = '(?:hoje|agora|amanha|cedo|tarde|noite|ainda)';

const SIGNS: readonly (readonly [FactKind, RegExp])[] = [
  ['whatsapp', /\bwhatsapp\b/],
  ['email', /\bemails?\b/],
  ['cnpj', /\bcnpj\b/],
  [
    'pix',
    /\bchaves?\b.*\bpix\b|\bpix\b.*\bchaves?\b|\b(?:numero|dados|codigo) (?:do |de |para |pra |o )*pix\b|\b(?:qual|manda|mandar|passa|passar|envia|enviar)(?: (?:e|seria|o|a|me|ai|seu|teu|nosso|do|de|voces))* pix\b(?! (?:cai|tem|de|da|com))|^(?:o )?pix$/,
  ],
  [
    'phone',
    /\b(?:telefones?|celular|telefone fixo|0800|contatos?)\b|\bnumero (?:de |do |da |para |pra )?(?:contato|ligar|telefone|voces|loja)\b|\b(?:ligo|ligar|ligacao) (?:para|pra|onde)\b/,
  ],
  [
    'address',
    /\benderecos?\b|\blocalizacao\b|\blocalizad[oa]s?\b|\b(?:onde|aonde)\b.*\b(?:ficam?|sao|estao|esta|estamos|ficamos|encontro|e)\b|\bficam? (?:onde|aonde|em que|em qual)\b|\b(?:qual|em que)(?: e)?(?: o| a)? (?:rua|bairro)\b|\bcep\b|\bcomo (?:eu )?(?:chego|chegar)\b/,
  ],
  [
    'hours',
    new RegExp(
      [
        `\\b${OPENS}\\b.*\\b(?:${DAY}|${HOUR}|${NOW})\\b`,
        `\\b(?:${DAY}|${HOUR}|${NOW})\\b.*\\b(?:${OPENS}|${SERVES})\\b`,
        `\\b${SERVES}\\b.*\\b(?:${DAY}|ate (?:que|quantas) horas|que horas)\\b`,
        `\\b(?:abert[oa]s?|funcionamento|expediente)\\b`,
        `^(?:e |ate |que )*(?:que|quantas) horas (?:(?:vai|vao|ficam?|e) )?(?:no|na|aos|de)? ?${DAY}$`,
        `^(?:qual |quais )?(?:e |sao )?(?:o |os )?horarios?(?: d[aeo]s?)?(?: voces| loja)?\\b`,
        `\\be (?:o |os )?horarios?$`,
      ].join('|'),
    ),
  ],
];
/** Asks about a person named before, not about the business. */
const OF_SOMEBODY = /\b(?:ele|ela|eles|elas)\b/;
/** Asks for an appointment and not for the opening hours. */
const APPOINTMENT = /\b(?:tem|marcar|marco|agendar|agenda|vaga|vagas|disponivel|reservar)\b.*\bhorarios?\b/;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** Words that may accompany such a question without narrowing it. */
const FILLERS = setOf(
  `voces voce lugar estabelecimento negocio empresa ai dai daqui daí aqui passa passar passe manda mandar mande envia
  enviar envie informa informar informe fala falar fale fala diz dizer da dar de fornece confirma confirmar ver ve mostra
  numero numeros contato contatos atendimento atender atende atendem atendendo entrar entro chamar chamo chama conversar
  conversa mensagem agora hoje link correto certo certa atual oficial principal completo completa nome tudo bem dia tarde
  noite por favor porfavor pfv obrigado obrigada duvida ola moca moco gente pessoal amigo amiga seria qual telefone
  telefones celular fixo ligar ligo ligacao whatsapp email emails cnpj endereco enderecos localizacao localizado
  localizada localizados fica ficam ficamos estamos onde aonde encontro rua bairro cidade cep chego chegar maps mapa google
  existe existem algum alguma fisico fisica conosco nosso nossa nossos nossas geral 0800 conseguir consigo acha achar
  faco faz fazer vcs exato certinho voceis mesmo sede local localiza estao sao`,
);
const HOUR_FILLERS = setOf(
  `abre abrem abriu abriram abrir abrimos abertura aberta aberto abertas abertos fecha fecham fechou fechar fechado fechada
  fechamos funciona funcionam funcionamos funcionando funcionamento expediente atendemos trabalha trabalham trabalhando
  hora horas horario horarios quando ate partir hoje agora amanha cedo manha tarde noite durante semana fim fins final
  finais dia dias uteis util segunda terca quarta quinta sexta feira sabado domingo sabados domingos feriado feriados seg
  ter qua qui sex sab dom normal normalmente costuma ainda vai vao ficar loja de meio almoco comeca termina encerra`,
);
const TIMES_OF_DAY = setOf('manha tarde noite');
const PIX_FILLERS = setOf('chave chaves pix dados codigo pagar pagamento transferir');
/** `a clínica` is the business itself when its base contains that word. */
const KINDS_OF_BUSINESS = setOf(
  `loja lojas clinica restaurante pousada hotel academia escola salao barbearia padaria mercado farmacia consultorio
  escritorio oficina petshop igreja prefeitura unidade matriz bar cafe pizzaria lanchonete estudio studio cantina floricultura
  otica livraria hamburgueria sorveteria confeitaria hostel chacara sitio espaco atelie bicicletaria mercearia imobiliaria buffet borracharia laboratorio faculdade colegio creche
  autoescola lavanderia grafica papelaria joalheria relojoaria marcenaria vidracaria serralheria funeraria cartorio agencia
  corretora transportadora camping parque clube cooperativa instituto fundacao associacao paroquia posto motel drogaria
  adega acougue peixaria hortifruti supermercado sapataria alfaiataria boutique brecho museu teatro cinema biblioteca`,
);
const isKindOfBusiness = (word: string) => KINDS_OF_BUSINESS.has(word) || KINDS_OF_BUSINESS.has(word.replace(/s$/, ''));
/** With more, the question is about something else. */
const QUALIFIERS_MAX = 3;

/** Null if the text is about something else. `holds`: whether the base contains a word. */
export function readRequestedFacts(text: string, holds: (word: string) => boolean): RequestedFacts | null {
  const plain = normalise(text)
    .replace(/[^a-z0-9@]+/g, ' ')
    .trim();
  const named = SIGNS.filter(([kind, sign]) => sign.test(plain) && !(kind === 'hours' && APPOINTMENT.test(plain)));
  const all = named.map(([kind]) => kind);
  // `endereço de email` does not ask for a street address.
  const kinds = all.filter((kind) => !(kind === 'address' && all.includes('email')));
  if (kinds.length === 0 || OF_SOMEBODY.test(plain)) return null;
  const wantsHours = kinds.includes('hours');
  const words = wordsOf(plain).map(({ word }) => word);
  const qualifiers = words.filter(
    (word) =>
      !STOPWORDS.has(word) &&
      !FILLERS.has(word) &&
      !(kinds.includes('pix') && PIX_FILLERS.has(word)) &&
      !(wantsHours && (HOUR_FILLERS.has(word) || /^\d/.test(word))) &&
      !(isKindOfBusiness(word) && holds(word)),
  );
  if (qualifiers.length > QUALIFIERS_MAX) return null;
  return {
    kinds,
    qualifiers: [...new Set(qualifiers.map(rootOf))],
    isLandline: /\bfixo\b/.test(plain),
    days: wantsHours ? daysIn(plain) : [],
    timesOfDay: wantsHours ? words.filter((word) => TIMES_OF_DAY.has(word)) : [],
  };
}
