import { rootOf } from './roots.ts';

const PAIRS = `
maior menor, mais menos, antes depois, primeiro ultimo, aumentar diminuir, aumento diminuicao, aumento reducao,
comecar terminar, inicio fim, abrir fechar, ganhar perder, vitoria derrota, vencer perder, alto baixo, grande pequeno,
norte sul, leste oeste, novo antigo, novo velho, novo usado, jovem velho, positivo negativo, interno externo,
publico privado, rico pobre, forte fraco, rapido lento, direito esquerdo, entrada saida, comprar vender, compra venda,
superior inferior, maximo minimo, permitir proibir, aceitar rejeitar, aceitar recusar, incluir excluir,
verdadeiro falso, possivel impossivel, ativo inativo, direta indireta, homem mulher, masculino feminino,
criar destruir, nascer morrer, chegar partir, subir descer, melhor pior, facil dificil, legal ilegal,
oriental ocidental, apoiar opor, favor contra, sempre nunca, todos nenhum, dentro fora, acima abaixo, longo curto,
gratis pago, obrigatorio facultativo, cheio vazio, quente frio, claro escuro, pesado leve, credito debito, ida volta,
dia noite, manha tarde
`;
const OPPOSITES = new Map<string, string[]>();
for (const pair of PAIRS.split(',')) {
  const [one, other] = pair.trim().split(' ').map(keyOf) as [string, string];
  OPPOSITES.set(one, [...(OPPOSITES.get(one) ?? []), other]);
  OPPOSITES.set(other, [...(OPPOSITES.get(other) ?? []), one]);
}

function keyOf(word: string): string {
  return rootOf(word).replace(/[ao]$/, '');
}

const DENIALS = new Set('nao nunca sem nem jamais exceto nenhum nenhuma ninguem menos impossivel incapaz'.split(' '));

/** Returns whether the folded words contain a negation. */
export function denies(words: readonly string[]): boolean {
  return words.some((word) => DENIALS.has(word));
}

export function contradicts(question: readonly string[], statement: readonly string[]): boolean {
  const keys = new Set(statement.map(keyOf));
  return question
    .map(keyOf)
    .some((one) => !keys.has(one) && (OPPOSITES.get(one) ?? []).some((other) => keys.has(other)));
}
