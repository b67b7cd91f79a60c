import { fold } from './words.ts';

export type Intent =
  | 'place'
  | 'time'
  | 'money'
  | 'count'
  | 'person'
  | 'definition'
  | 'method'
  | 'reason'
  | 'purpose'
  | 'condition'
  | 'consequence'
  | 'confirmation'
  | 'which';

/** Patterns in order of precedence, for folded text with single spaces. */
const SIGNS: readonly (readonly [Intent, RegExp])[] = [
  [
    'money',
    /\b(quanto (custa|custam|custaria|sai|pago|paga|pagam|se paga|cobra|cobram|vou pagar|devo pagar|e (o|a|pra|para)|fica|recebo|ganha|ganho)|quanto (tenho|tem) (de|que) pagar|(qual|quais)( e| sao| seria)?( o| a| os| as)? (precos?|custos?|valor|valores|tarifas?|taxas?|mensalidade|montante|frete|multas?)|preco d[aeo])\b/,
  ],
  [
    'time',
    /\b(quanto tempo|qual( e| seria)?( o| a)? (prazo|data|duracao|validade|horario|periodo|dia|ano|epoca|vigencia|tempo)|(em|a partir de|ate) que (data|dia|ano|mes|hora|horas|seculo|decada|epoca|altura|momento|periodo)|que horas|quais( sao)?( os)? (horarios|prazos)|que (dia|ano|mes|hora|seculo|decada)|quantos (dias|meses|anos|minutos|segundos)|quantas horas)\b/,
  ],
  [
    'condition',
    /\bem (que|quais) (casos?|circunstancias?|condic(ao|oes)|situac(ao|oes)|hipoteses?)|\bquando e que (se )?(deve|pode)/,
  ],
  [
    'consequence',
    /\b(o que (acontece|ocorre|sucede)|quais( sao)?( as)? (consequencias?|sanc(ao|oes)|penalidades)|que acontece)\b/,
  ],
  [
    'count',
    /\b(quant[oa]s?|qual( e| era| foi)?( o| a)? (numero|quantidade|percentual|percentagem|porcentagem|tamanho|altura|area|populacao|distancia|peso|media|proporcao|temperatura|velocidade|profundidade))\b/,
  ],
  [
    'place',
    /\b(onde|aonde|(em|de|para) que (local|lugar|cidade|pais|estado|regiao|site|endereco|parte|continente)|qual( e| era| foi)?( o| a)? (local|lugar|endereco|cidade|pais|estado|regiao|capital|localizacao)|em quais (locais|lugares|cidades|paises|estados|regioes))\b/,
  ],
  ['person', /\b(quem|(que|quais|qual)( sao| e| era| foi)?( o| a| os| as)? (pessoas?|entidades?|nome d[aeo]))\b/],
  [
    'reason',
    /\b(por ?que( motivo| razao)?|porques?|por qual (motivo|razao)|(qual|quais)( e| sao| foi)?( o| a| os| as)? (motivos?|raz(ao|oes)|causas?|porque)|que (motivos?|raz(ao|oes)) )\b/,
  ],
  [
    'purpose',
    /\b(para que (serve|servem|e usad[oa]|se usa)|qual( e)?( o| a)? (finalidade|objetivo|objectivo|proposito|funcao|utilidade|papel))\b/,
  ],
  [
    'definition',
    /\b(o que (e|sao|era|eram|foi|significa|significam|quer dizer|vem a ser|se entende|se considera|se chama|constitui)|em que consistem?|do que (consiste|se trata)|que se entende|como (se )?define|como e (definid[oa]|conhecid[oa]|chamad[oa])|qual( e)?( o| a)? (definicao|conceito|significado)|o que e)\b/,
  ],
  [
    'method',
    /\b(como|(de|por) que (forma|formas|modo|maneira|maneiras|meio|meios)|qual( e)?( o| a)? (procedimento|processo|forma|modo|maneira|passo a passo)|o que (preciso|devo|tenho que|e preciso|e necessario)( de)? fazer|quais( sao)?( os| as)? (passos|formas|procedimentos|formalidades))\b/,
  ],
  ['time', /\bquando\b/],
  [
    'confirmation',
    /^(e |mas |entao |oi |ola |bom dia |boa tarde |boa noite |gostaria de saber |queria saber |se )*(posso|pode|podem|podemos|poderia|e|existe|existem|ha|tem|tenho|devo|deve|devem|sou|sao|preciso|da pra|da para|aceita|aceitam|faz|fazem|voces|eu|vao|vai|foi|esta|estao|era|eram|sera)\b/,
  ],
];

export function intentOf(question: string): Intent {
  const plain = fold(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (const [intent, sign] of SIGNS) if (sign.test(plain)) return intent;
  return 'which';
}

/** Part of stored analyses: increase `ANALYSIS_VERSION` when you change them. */
const NUMBERED: readonly (Intent | null)[] = [null, ...new Set(SIGNS.map(([intent]) => intent)), 'which'];

/** Twice the intent's number, plus 1 when negated; 0 without a question. */
export function encodeIntent(question: string | null): number {
  return question === null ? 0 : NUMBERED.indexOf(intentOf(question)) * 2 + (isNegative(question) ? 1 : 0);
}

export function intentIn(encoded: number): Intent | null {
  return NUMBERED[encoded >>> 1] ?? null;
}

export function isNegative(question: string): boolean {
  return /\b(nao|sem|nunca)\b/.test(fold(question));
}
