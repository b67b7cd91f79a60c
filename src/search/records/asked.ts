import { daysIn } from '../facts/opening-hours.ts';
import type { RerankQuestion } from '../rerank/rerank-question.ts';
import { rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { fold, wordsOf } from '../words.ts';
import { quantitiesIn, unitNamed } from './limits.ts';
import { waysIn } from './payment-records.ts';
import type { Unit } from './record.ts';

export type AskedKind =
  'price' | 'cheapest' | 'dearest' | 'hours' | 'which' | 'count' | 'deadline' | 'payment' | 'instalments' | Predicate;
export type Predicate = 'charged' | 'free' | 'required' | 'allowed' | 'offered';

export interface Asked {
  kind: AskedKind;
  /** `Lavam tênis?`: offered by a verb that may say other things. */
  isAnyVerb: boolean;
  /** `queremos a lancha, somos em 8` */
  isWish: boolean;
  /** See `DayHours`. */
  days: readonly number[];
  hour: string | null;
  quantities: readonly { unit: Unit; value: number }[];
  /** What is counted: `quantas pessoas`; the unit is null for other things. */
  counted: { word: string; unit: Unit | null } | null;
  ways: readonly string[];
  /** Units that name the subject; the others only say what is asked. */
  subject: readonly number[];
  /** Of these, those that only say when: `em julho`, `no carnaval`. */
  seasons: readonly number[];
  /** Neither yes nor no answers it: `parcela em quantas?` */
  isOpen: boolean;
  /** How long something lasts, not when it is ready. */
  /** When something is done. */
  isReady: boolean;
  isDuration: boolean;
  /** `tem massa sem lactose?` */
  isWithout: boolean;
  /** `que aulas tem no sábado?` */
  asksTimetable: boolean;
  /** `meu filho de 5 anos pode começar?` asks whom the business takes. */
  asksWhom: boolean;
}

const KINDS: readonly (readonly [AskedKind, RegExp])[] = [
  [
    'free',
    /\b(?:a partir|acima) de quanto\b.*\b(?:gratis|gratuit\w+|de graca|isent\w+)\b|\b(?:gratis|gratuit\w+|de graca|isent\w+) (?:a partir|acima) de quanto\b/,
  ],
  ['instalments', /\b(?:quant[oa]s|qts) (?:vezes|parcelas|x)\b|\b(?:parcela\w*|divid(?!as?\b)\w+)\b/],
  [
    'deadline',
    /\bquanto tempo\b|\bquant[oa]s (?:dias|horas|meses|minutos|semanas)\b|\bdemora\w*\b|\b(?:qual|que) (?:e )?o? ?prazo\b|\bprazo\b|\bem quanto tempo\b|\bquando (?:fica|chega|sai) pront\w+|\bfica\w* pront\w+ quando\b/,
  ],
  ['dearest', /\b(?:mais|d[oa]) car[oa]s?\b|\bmaior (?:preco|valor)\b/],
  ['cheapest', /\bmais (?:em conta|economic[oa])\b|\b(?:mais|d?[oa]) barat[oa]s?\b|\bmenor (?:preco|valor)\b/],
  [
    'price',
    /\bquanto (?:que )?(?:e|custa|custam|custaria|fica|ficam|ficaria|sai|saem|sao|cobra\w*|pago|paga|vou pagar|seria|vale|esta|ta|da)\b|\bprecos?\b|\bvalor(?:es)?\b|\bquanto (?:pro|pra|pros|pras|pelo|pela|por)\b|\b(?:cobra\w*|custa\w*|fica\w*|sai|saem|pago|paga) quanto\b|\bquanto$|\bquanto (?:a|o|as|os) (?!senhor)|\bqual (?:e )?(?:a )?(?:taxa|mensalidade|diaria)\b|\btabela\b/,
  ],
  [
    'hours',
    /\bque horas?\b|\b(?:que|quais) (?:(?:sao )?os )?dias?\b|\b(?:que|quais) (?:(?:sao )?as )?(?:aulas?|turmas?|cursos?|modalidades?|atividades?)\b(?=.*\b(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|feriado))|\bate (?:que|quantas) horas\b|\b(?:qua(?:l|is)|que) (?:(?:e|sao) )?(?:o |os )?horarios?\b|\b(?:abre|abrem|aberto|aberta|abertos|fecha|fecham|fechado|fechada|funciona|funcionam|funcionando|expediente)\b|\b(?:tem|ha) (?:atendimento|expediente)\b/,
  ],
  [
    'payment',
    /^(?!.*\bquando\b).*\b(?:aceita\w*|recebe[mr]?|passa[mr]?|pagar?|pago|posso pagar) (?:[a-z]+ ){0,3}?(?:cartao|cartoes|pix|debito|credito|dinheiro|boleto|cheque|vale|vr|va|ticket|alelo|sodexo)\b|\b(?:formas?|meios?|jeitos?) de (?:pagamento|pagar)\b|\bcomo (?:eu )?(?:posso |faco para |faz para )?(?:pago|pagar|paga)\b/,
  ],
  [
    'free',
    /\b(?:gratis|gratuit\w+|de graca|inclus[oa]s?|incluid[oa]s?|inclui|(?:vem|vai|ja vem) junto|sem (?:custo|taxa|pagar|multa))\b/,
  ],
  [
    'charged',
    /\b(?:^pagam?$|cobram?|cobrado|cobrada|e pag[oa]|paga (?:algo|alguma coisa|para|entrega|frete|taxa|multa|rolha)|pago (?:algo|alguma coisa|multa|taxa|frete|entrega)|(?:tem|tenho) que pagar|vou (?:ter que )?pagar|(?:crianca|bebe|idoso|anos?) paga[m]?\b|tem (?:alguma )?(?:taxa|custo|multa))\b/,
  ],
  ['required', /\b(?:precis[ao]|tem que|tenho que|obrigatori[oa]s?|obrigad[oa]|necessari[oa]|exigem?|pedem)\b/],
  [
    'allowed',
    /\b(?:posso|podemos|pode|podem|consigo|permit\w+|liberad[oa]|deixam?|tem como|e possivel|tem problema|da para|cabem?)\b/,
  ],
  [
    'offered',
    /\b(?:tem|temos|ha|existe[m]?|vendem?|fazem?|faz|oferecem?|trabalham?|alugam?|consertam?|atendem?|realizam?|entregam?|possuem?|resolvem?|buscam?|devolvem?|reembolsam?|estornam?|instalam?|emitem?|dao|financiam?|aceitam?|recebem?|participam?|mexem|arrumam|levam?|servem?|ensinam?)\b/,
  ],
];

/** How long ago something was is not compared with what is offered: `não recebi, faz 2 dias`. */
const AGO =
  /\b(?:faz|ha) (?:quase |mais de |un?s |umas )?(?:\d+|uma?|dois|duas|tres) (?:dia|semana|mes|ano|hora|minuto)/;

export const kindIn = (text: string): AskedKind | null => KINDS.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** Of several things, the one that suits an age, a weight or a number of people. */
const WHICH =
  /\bqua(?:l|is) (?:(?:e|seria) )?(?:a |o |as |os )?(?!preco|valor|horario|prazo|dia|hora|taxa|custo|endereco|telefone|idade|limite|multa)\w{3,}|\bque (?:turma|pacote|plano|sala|quarto|categoria|grupo|tamanho|faixa|modelo|aula|modalidade|serie)s?\b/;

/** `queremos a lancha, somos em 8` */
const WANTS = /\b(?:quer(?:o|ia|emos|iamos)|precis(?:o|ava|amos)|gostaria(?:mos)?|estou procurando|to procurando)\b/;
const SIZES: ReadonlySet<Unit> = new Set(['person', 'kilogram', 'metre', 'litre']);
const MEASURES: ReadonlySet<Unit> = new Set([...SIZES, 'month']);
/** Nothing is required: `preciso de uma sala para 8 pessoas`. */
const NEEDS_ONE = /\bprecis(?:o|ava|amos) de uma?\b/;
const wants = (text: string, quantities: Asked['quantities']) =>
  WANTS.test(text) && quantities.some(({ unit }) => SIZES.has(unit));

/** `Lavam tênis?`: any verb of what a business does. */
const DOES = /^(?:(?:voces|la|ai) )?(?!\w*(?:gem|quem|guem|mem|nem|tambem|sem|em|ordem)\b)\w{2,}(?:am|em) \w/;
/** `quanto é pra trocar a pastilha?` asks for the price of the part's line. */
const REPLACES = /\btroc(?:ar?|am|a de) (?:[oa]s? |d[eoa]s? )?\w{3,}/;
const AT_HOME = /\b(?:em|na minha|aqui em) casa\b/;

const PREDICATES: ReadonlySet<AskedKind> = new Set(['charged', 'free', 'required', 'allowed', 'offered']);
/** Neither yes nor no answers it: `quais documentos precisa?` */
const ASKS_WHAT = /^(?:e |mas |oi |ola )?(?:qua(?:l|is)|quem|o que|que|quando|como|onde|por que|pq)\b/;

/** `Tem buquê menor?`: a price says that there are some, not that they are smaller. */
const COMPARED = /\b(?:menor|maior|melhor|pior|outr[oa])e?s?\b(?! de (?:\d|idade))/;

/** `da pra sair às 14h?` says what about; `quanto sai?` does not. */
const LEAVES = rootOf('sair');
/** `dá pra`, as one unit. */
const MAY = 'dar_par';

/** Words that say what is asked and not about what. */
const NAMING: ReadonlySet<string> = new Set(
  `quanto quantos quantas qts custa custar preco barato barata economico menor minimo mais caro cara maior valor fica ficar sai sair cobrar cobra pagar paga pago tabela taxa total media
  hora horas horario abrir abre aberto fechar fecha funcionar funcionamento expediente atender atendimento comeca
  tempo prazo demora demorar leva levar pronto pronta dias dia semana mes ano durar
  aceitar aceita receber recebe passar parcelar parcela dividir vezes forma formas pagamento meio
  partir gratis gratuito graca incluso incluido inclui junto custo
  esta estao precisa precisar obrigatorio obrigado necessario exigir exige pedem
  ensinar dar vir pode poder posso conseguir consigo permitido permite liberado deixar possivel problema jeito como
  cabe cabem rende rendem comporta existir existe vender vende fazer faz oferecer oferece trabalhar trabalha realizar possuir resolver
  qts ai qnt ter e o loja empresa local lugar gente pessoal voces alguem coisa algum tipo opcao servico queria gostaria saber
  favor gentileza duvida bom boa oi ola hoje amanha agora ainda mesmo so certo`
    .trim()
    .split(/\s+/)
    .map(rootOf),
);
/** `plano anual` is another one than `plano mensal`, although `ano` only says how long. */
export const PERIOD = /^(?:(?:seman|mens|bimestr|trimestr|semestr|anu)(?:al|ais))$/;
export const onlyNames = (root: string) => NAMING.has(root) || STOPWORDS.has(root);
const SEASONS: ReadonlySet<string> = new Set(
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro carnaval natal pascoa reveillon ferias feriado verao inverno'
    .split(' ')
    .map(rootOf),
);
const SOMEBODY: ReadonlySet<string> = new Set(
  `filho filha filhos menino menina mae pai avo marido esposa neto neta sobrinho sobrinha irmao irma crianca bebe
  amigo amiga casal familia adulto idoso idosa`
    .trim()
    .split(/\s+/)
    .map(rootOf),
);
/** With an age, a weight or a number of people, the quantity is what counts, not for whom. */
const WHOM: ReadonlySet<string> = new Set([
  ...SOMEBODY,
  ...`pessoa pessoas ano anos aninhos serie minuto minutos dia dias diaria noite semana semanas mes meses quilo quilos kg kwh km
  sozinho sozinha antes antecedencia depois altura idade peso real reais compra compras comprei gastei gasto pedido total`
    .trim()
    .split(/\s+/)
    .map(rootOf),
]);
export const namesSomebody = (text: string): boolean => wordsOf(text).some(({ word }) => SOMEBODY.has(rootOf(word)));

/** Says whom or how much, or what is asked, and not about what. */
export const onlyMeasures = (word: string): boolean =>
  WHOM.has(rootOf(word)) || onlyNames(rootOf(word)) || /^\d/.test(word) || unitNamed(word) !== null;

/** `aula de piano` is about the piano. */
const HEAD =
  /\b(aulas?|cursos?|sess(?:ao|oes)|consultas?|servicos?|tratamentos?|procedimentos?|exames?|pacotes?|planos?|porcao|porcoes|pratos?|ingressos?|passeios?|modalidades?|turmas?) (?:de|do|da) (\w+)/;

/** What a timetable lists. */
const LISTED: ReadonlySet<string> = new Set('aula turma curso modalidade atividade treino'.split(' ').map(rootOf));

const WHOM_UNITS: ReadonlySet<Unit> = new Set(['year', 'kilogram', 'metre', 'person']);
const WHOM_KINDS: ReadonlySet<AskedKind> = new Set(['allowed', 'offered', 'charged', 'free']);

/** Time is asked for as a deadline. */
export const TIMES: ReadonlySet<Unit> = new Set(['day', 'week', 'month', 'year']);

function countedIn(text: string): Asked['counted'] {
  const [, word = ''] = /\bquant[oa]s (?!vezes|parcelas|x\b|horas|minutos|semanas)(\w{3,})/.exec(text) ?? [];
  const unit = unitNamed(word);
  return word === '' || (unit !== null && TIMES.has(unit)) ? null : { word, unit };
}

const HOUR = /\b(?:as|a|das?|ate as?) (\d{1,2})(?: ?h(?:oras?)?| ?:)? ?(\d{2})?\b|\b(\d{1,2}) ?h(?:oras?)? ?(\d{2})?\b/;

export function hourIn(folded: string): string | null {
  const found = HOUR.exec(folded);
  // `entregam a 5 km?`
  const [, unit = ''] = /^\s?([a-z]+)/.exec(folded.slice((found?.index ?? 0) + (found?.[0].length ?? 0))) ?? [];
  if (!found || unitNamed(unit) !== null) return null;
  const [hour, minute = '00'] = found[1] === undefined ? [found[3]!, found[4]] : [found[1], found[2]];
  return Number(hour) > 24 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`;
}

/** Null if it is none of the kinds of which there are records. `typed` is the question itself. */
export function readAsked({ units, words }: RerankQuestion, typed: string): Asked | null {
  const text = words.map(({ word }) => word).join(' ');
  const days = daysIn(text);
  const hour = hourIn(text);
  const quantities = quantitiesIn(fold(typed));
  const counted = countedIn(text);
  const isWanted = wants(text, quantities);
  const read = kindIn(text);
  const known = isWanted && read === 'required' && NEEDS_ONE.test(text) ? null : read;
  const listed = quantities.length > 0 && WHICH.test(text) ? 'which' : counted !== null ? 'count' : known;
  const stated = listed ?? (DOES.test(text) ? 'offered' : isWanted ? 'which' : null);
  // `creche pra cachorro de 7kg` gets the line whose limit suits.
  const isPhrase = stated === null && quantities.some(({ unit }) => MEASURES.has(unit));
  const kind = isPhrase ? 'allowed' : stated;
  if (!kind || (kind === 'offered' && COMPARED.test(text)) || (PREDICATES.has(kind) && ASKS_WHAT.test(text)))
    return null;
  const isConstraint = (unit: string) =>
    (/^\d+x?$/.test(unit) && new RegExp(String.raw`\b${unit}(?<=x)|\b${unit} (?:vezes|x)\b`).test(text)) ||
    (quantities.length > 0 && (WHOM.has(unit) || /\d/.test(unit))) ||
    (days.length > 0 && daysIn(unit).length > 0) ||
    ((kind === 'hours' || hour !== null) && /^\d/.test(unit)) ||
    (kind === 'cheapest' && unit.split('_').includes('conta')) ||
    ((kind === 'payment' || kind === 'instalments') && unit.split('_').some((root) => waysIn(root).length > 0));
  const [, head, named] = HEAD.exec(words.map(({ word }) => word).join(' ')) ?? [];
  const isHead = (unit: string) =>
    head !== undefined && unit === rootOf(head) && units.some((one) => one.isNoun && one.unit === rootOf(named!));
  const isPeriod = (unit: string) => words.some(({ word, root }) => root === unit && PERIOD.test(word));
  const isLeftOut = (unit: string) =>
    (hour !== null && unit === MAY) ||
    (unit === 'casa' && AT_HOME.test(text)) ||
    (unit === 'troca' && kind === 'price' && REPLACES.test(text)) ||
    (unit.split('_').every(onlyNames) && !isPeriod(unit) && !(hour !== null && unit === LEAVES)) ||
    isConstraint(unit) ||
    isHead(unit);
  /** The base may write `1.000`, which is no word. */
  const isThousands = (unit: string, nearest: number) => /^\d{4,}$/.test(unit) && nearest === 0;
  const subject = units.flatMap(({ unit, isNoun, nearest }, at) =>
    isLeftOut(unit) ||
    isThousands(unit, nearest) ||
    (kind === 'count' && (!isNoun || WHOM.has(unit) || unit === rootOf(counted!.word)))
      ? []
      : [at],
  );
  return {
    kind,
    isAnyVerb: listed === null,
    isWish: listed === null && kind === 'which',
    days,
    hour,
    quantities,
    counted,
    ways: waysIn(text),
    subject,
    // `Menores vêm acompanhados` says no to `sozinho`.
    isOpen: isPhrase || [ASKS_WHAT, AGO, /\bquant[oa]s?\b/, /\bsozinh[oa]s?\b/].some((one) => one.test(text)),
    isReady: /\bpront\w+\b|\bdemora\w*\b|\bchega\w*\b/.test(text),
    isDuration: /\bquant[oa]s horas\b|\bdura\w*/.test(text),
    isWithout: /\bsem\b/.test(text),
    seasons: subject.filter((at) => SEASONS.has(units[at]!.unit)),
    asksTimetable: days.length > 0 && subject.length > 0 && subject.every((at) => LISTED.has(units[at]!.unit)),
    asksWhom:
      WHOM_KINDS.has(kind) &&
      quantities[0] !== undefined &&
      WHOM_UNITS.has(quantities[0].unit) &&
      subject.every((at) => !units[at]!.isNoun),
  };
}
