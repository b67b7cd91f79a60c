import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';

export interface Person {
  first: string;
  name: string;
  cpf: string;
  cnpj: string;
  letteredCnpj: string;
  card: string;
  area: string;
  /** Nine digits that begin with 9. */
  mobile: string;
  landline: string;
  local: string;
  provider: string;
  street: string;
  number: number;
}

const FIRST = 'Ana Bruno Carla Diego Elisa Fábio Gabriela Heitor Inês João Karina Luís Márcia Nilo Olívia Rosa'.split(
  ' ',
);
const LAST = 'Souza Lima;da Silva;Araújo dos Santos;Teixeira;de Oliveira Prado;Gonçalves;Pires e Castro;Brandão'.split(
  ';',
);
const STREETS =
  'das Flores;São João;Barão do Rio Branco;XV de Novembro;7 de Setembro;Brasil;Professora Olga;da Paz;dos Andradas;Pará;Doutor João Moura;Nossa Senhora de Fátima'.split(
    ';',
  );
const PROVIDERS = ['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud'];
const AREAS = ['11', '21', '31', '41', '51', '61', '71', '81', '84', '92'];
const CARDS = ['4', '51', '55', '6062', '636368'];

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));

function luhnDigit(start: string): string {
  const sum = [...start]
    .reverse()
    .map(Number)
    .reduce((total, digit, at) => total + (at % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit), 0);
  return String((10 - (sum % 10)) % 10);
}

const checked = (start: string, digit: (of: string) => number) => {
  const one = `${start}${digit(start)}`;
  return `${one}${digit(one)}`;
};

const alphabet = [...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ'];

const person: fc.Arbitrary<Person> = fc
  .record({
    first: fc.constantFrom(...FIRST),
    last: fc.constantFrom(...LAST),
    cpf: digits(9),
    cnpj: digits(8),
    letters: fc.array(fc.constantFrom(...alphabet), { minLength: 9, maxLength: 9 }),
    prefix: fc.constantFrom(...CARDS),
    card: digits(15),
    area: fc.constantFrom(...AREAS),
    mobile: digits(8),
    landline: digits(7),
    provider: fc.constantFrom(...PROVIDERS),
    year: fc.integer({ min: 10, max: 99 }),
    street: fc.constantFrom(...STREETS),
    number: fc.integer({ min: 2, max: 4_999 }),
  })
  .map(({ first, last, letters, prefix, card, year, ...rest }) => {
    const start = `${prefix}${card}`.slice(0, 15);
    return {
      ...rest,
      first,
      name: `${first} ${last}`,
      cpf: checked(rest.cpf, cpf.verifierDigit),
      cnpj: checked(`${rest.cnpj}0001`, cnpj.verifierDigit),
      letteredCnpj: checked(`A${letters.join('')}01`, cnpj.verifierDigit),
      card: start + luhnDigit(start),
      mobile: `9${rest.mobile}`,
      landline: `3${rest.landline}`,
      local: `${plain(first)}.${plain(last).split(' ').at(-1)}${year}`,
    };
  });

/** The same people for the same seed. */
export const peopleOf = (seed: number, count: number): Person[] => fc.sample(person, { seed, numRuns: count });

const cut = (text: string, ...lengths: number[]) => {
  let at = 0;
  return lengths.map((length) => text.slice(at, (at += length)));
};
const dotted = (value: string) => value.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const company = (value: string) => value.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
const fours = (value: string, separator: string) => cut(value, 4, 4, 4, 4).join(separator);
const halves = (mobile: string, separator = '-') => `${mobile.slice(0, -4)}${separator}${mobile.slice(-4)}`;

/** A text as people type it, and the values that must not be seen in what is hidden. */
interface Writing {
  text: string;
  secrets: string[];
}
type Writer = (person: Person) => Writing;

const email = ({ local, provider }: Person) => `${local}@${provider}.com`;
const streetOf = ({ street, number }: Person) => `${street} ${number}`;

export const WRITINGS: Writer[] = [
  (p) => ({ text: `cpf ${cut(p.cpf, 3, 3, 3, 2).join(' ')}, quero a segunda via`, secrets: [p.cpf] }),
  (p) => ({ text: `Meu CPF é ${dotted(p.cpf)}. Meu pedido já saiu?`, secrets: [p.cpf] }),
  (p) => ({ text: `${p.cpf} esse é meu cpf`, secrets: [p.cpf] }),
  (p) => ({ text: `cnpj ${company(p.cnpj)} da minha empresa, vcs emitem nota?`, secrets: [p.cnpj] }),
  (p) => ({ text: `CNPJ: ${p.cnpj} e-mail ${email(p)}`, secrets: [p.cnpj, email(p)] }),
  (p) => ({ text: `o cnpj novo é ${company(p.letteredCnpj)} pode cadastrar?`, secrets: [p.letteredCnpj] }),
  (p) => ({ text: `meu cartão ${fours(p.card, ' ')} foi recusado`, secrets: [p.card] }),
  (p) => ({ text: `paguei com ${p.card} e não caiu`, secrets: [p.card] }),
  (p) => ({ text: `${fours(p.card, '-')} validade 12/29 ${p.name}`, secrets: [p.card, p.name] }),
  (p) => ({
    text: `me liga no ${p.area} 9 ${halves(p.mobile.slice(1), ' ')} depois das 18h`,
    secrets: [p.mobile],
  }),
  (p) => ({ text: `(${p.area}) ${halves(p.mobile)} é meu zap`, secrets: [p.mobile] }),
  (p) => ({ text: `+55 (${p.area}) ${halves(p.mobile)}`, secrets: [p.mobile] }),
  (p) => ({ text: `whats ${p.area}${p.mobile} pode mandar o orçamento`, secrets: [p.mobile] }),
  (p) => ({ text: `meu número é ${halves(p.mobile)}, tem entrega hoje?`, secrets: [p.mobile] }),
  (p) => ({ text: `manda pra ${email(p)} por favor`, secrets: [email(p)] }),
  (p) => ({
    text: `meu email é ${p.local} arroba ${p.provider} ponto com`,
    secrets: [`${p.local} arroba`, p.local],
  }),
  (p) => ({
    text: `moro na rua ${plain(p.street)} ${p.number} apto 4, vcs entregam?`,
    secrets: [streetOf(p), 'apto 4'],
  }),
  (p) => ({ text: `Entregar na Av. ${p.street}, nº ${p.number}, bloco B`, secrets: [`${p.street}, nº ${p.number}`] }),
  (p) => ({ text: `oi, me chamo ${plain(p.name)} e queria saber do meu pedido`, secrets: [p.name] }),
  (p) => ({
    text: `${p.name}, ${dotted(p.cpf)}, tel ${p.area} ${halves(p.landline)}, ${email(p)}, Rua ${p.street}, ${p.number}`,
    secrets: [p.name, p.cpf, p.landline, email(p), `${p.street}, ${p.number}`],
  }),
];

/** Written before the finders were tuned, and not used to tune them. */
export const HELD_OUT: Writer[] = [
  (p) => ({ text: `o CPF do titular eh ${p.cpf.slice(0, 9)}-${p.cpf.slice(9)}`, secrets: [p.cpf] }),
  (p) => ({ text: `nota no cnpj ${cut(p.cnpj, 2, 3, 3, 4, 2).join(' ')} pfv`, secrets: [p.cnpj] }),
  (p) => ({ text: `o numero do cartao é ${fours(p.card, '.')} ta dando erro`, secrets: [p.card] }),
  (p) => ({ text: `pode chamar no ${p.area}-${halves(p.mobile)}`, secrets: [p.mobile] }),
  (p) => ({ text: `fone: 0${p.area} ${halves(p.mobile, ' ')}`, secrets: [p.mobile] }),
  (p) => ({ text: `Meu e-mail: ${email(p).toUpperCase()}!!`, secrets: [email(p)] }),
  (p) => ({ text: `${p.local}@${p.provider} . com é o email cadastrado`, secrets: [p.local] }),
  (p) => ({
    text: `endereço: travessa ${plain(p.street)} n ${p.number} casa 2`,
    secrets: [`${p.street} n ${p.number}`],
  }),
  (p) => ({ text: `Falar com ${p.name.toUpperCase()} ou aqui é a ${p.first}`, secrets: [p.name, p.first] }),
  (p) => ({ text: `55${p.area}${p.mobile} me manda mensagem`, secrets: [p.mobile] }),
];

const ean = (start: string) => {
  const sum = [...start].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
};
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

interface Numbers {
  small: number;
  large: number;
  day: number;
  month: number;
  year: number;
  hour: number;
  long: string;
}
const numbers: fc.Arbitrary<Numbers> = fc.record({
  small: fc.integer({ min: 2, max: 99 }),
  large: fc.integer({ min: 100, max: 99_999 }),
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 1990, max: 2030 }),
  hour: fc.integer({ min: 7, max: 22 }),
  long: digits(48),
});

const INNOCENT: ((n: Numbers) => string)[] = [
  (n) => `tem desconto acima de R$ ${n.large},90?`,
  (n) => `vi por R$ 1.${pad(n.small, 3)},00 e no site tá ${n.small},99`,
  (n) => `custa ${n.large} reais em ${n.small} vezes?`,
  (n) => `abre das ${n.hour}h às ${n.hour + 1}h30 no sábado?`,
  (n) => `tem horário dia ${pad(n.day)}/${pad(n.month)} às ${n.hour}:30`,
  (n) => `comprei em ${pad(n.day)}/${pad(n.month)}/${n.year} e ainda não chegou`,
  (n) => `de ${n.day}/${n.month}/2026 a ${n.day + 2}/${n.month}/2026 tem vaga?`,
  (n) => `de ${pad(n.day)}/${pad(n.month)}/2026 ${n.hour} horas até quando?`,
  (n) => `pedido ${n.long.slice(0, 11)} cadê`,
  (n) => `meu pedido nº ${n.long.slice(0, 8)} não chegou`,
  (n) => `o número do pedido é ${n.long.slice(0, 10)}`,
  (n) => `pedido 84${n.long.slice(0, 9)}, já foi enviado?`,
  (n) => `pedido #119${n.long.slice(0, 8)}`,
  (n) => `protocolo ${n.long.slice(0, 12)}`,
  (n) => `protocolo de atendimento: ${n.long.slice(0, 11)}`,
  (n) => `tenho o protocolo 2026.${n.long.slice(0, 4)}.${n.long.slice(4, 8)}-${n.long[9]}`,
  (n) => `nota fiscal 000.${n.long.slice(0, 3)}.${n.long.slice(3, 6)} série 1`,
  (n) => `a NF ${n.long.slice(0, 9)} veio errada`,
  (n) => `chave da nota ${n.long.slice(0, 44).replace(/(....)(?=.)/g, '$1 ')}`,
  (n) =>
    `boleto ${n.long.slice(0, 5)}.${n.long.slice(5, 10)} ${n.long.slice(10, 15)}.${n.long.slice(15, 21)} ${n.long.slice(21, 26)}.${n.long.slice(26, 32)} ${n.long[33]} ${n.long.slice(33, 47)}`,
  (n) => `linha digitável ${n.long.slice(0, 47)}`,
  (n) => `rastreio AA${n.long.slice(0, 9)}BR`,
  (n) => `código de rastreio ${n.long.slice(0, 13)}`,
  (n) => `vcs têm o produto ${ean(`789${n.long.slice(0, 9)}`)}?`,
  (n) => `código de barras ${ean(`790${n.long.slice(0, 9)}`)}`,
  (n) => `${ean(`789${n.long.slice(0, 9)}`)} tem em estoque?`,
  (n) => `quanto fica pro cep ${n.long.slice(0, 5)}-${n.long.slice(5, 8)}`,
  (n) => `entregam no ${n.long.slice(0, 5)}-${n.long.slice(5, 8)}?`,
  (n) => `frete pro CEP ${n.long.slice(0, 8)}`,
  (n) => `quero ${n.large} unidades de ${n.small * 10}ml`,
  (n) => `preciso de ${n.small} caixas com ${n.large} parafusos`,
  (n) => `calça ${n.small}/${n.small + 2} tem?`,
  (n) => `pneu ${n.large}/${n.small} R${n.hour}`,
  (n) => `tábua de ${n.small}x${n.small + 3}x${n.large} cm`,
  (n) => `peça serve no modelo ${n.year} a ${n.year + 5}?`,
  (n) => `serve no carro ${n.year}-${n.year + 3}?`,
  (n) => `vocês existem desde ${n.year}?`,
  () => `tenho de 2000-3000 reais, dá pra qual?`,
  (n) => `${n.small} + ${n.large} dá quanto de desconto?`,
  (n) => `o voo ${n.large} sai às ${n.hour}h de ${pad(n.day)}/${pad(n.month)}`,
  (n) => `minha reserva ${n.long.slice(0, 9)} pode mudar?`,
  (n) => `cupom ${n.long.slice(0, 6)} não funciona`,
  (n) => `erro ${n.large} no aparelho de série ${n.long.slice(0, 11)}`,
  (n) => `fica na rua das lojas há ${n.small} anos?`,
  (n) => `a avenida tem ${n.small} lojas de vocês?`,
  (n) => `moro a ${n.small} km da praça, atendem?`,
  (n) => `entregam na rua em ${n.small} dias?`,
  (n) => `https://loja.com.br/produto/${n.long.slice(0, 11)} tem garantia?`,
  (n) => `qual o preço da arroba do boi em ${n.year}?`,
  (n) => `a rosa de ${n.small} reais é maria-sem-vergonha ou ana branca?`,
];

/** Texts with numbers of other kinds: `count` of them, the same for the same seed. */
export const innocentTexts = (seed: number, count: number): string[] =>
  fc
    .sample(numbers, { seed, numRuns: Math.ceil(count / INNOCENT.length) })
    .flatMap((one) => INNOCENT.map((write) => write(one)))
    .slice(0, count);
