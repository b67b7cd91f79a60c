import { wordsOf } from '../../../search/words.ts';
import { t, tOneOf } from '../../runtime/translate.ts';

export type SmallTalk =
  'greeting' | 'wellbeing' | 'thanks' | 'farewell' | 'acknowledgement' | 'identity' | 'ability' | 'praise';

const FILLERS = new Set(
  (
    'o a e ai ah eh oh ola oi ei entao pra para voce voces vc vcs tambem tb tbm senhor senhora moco moca amigo amiga ' +
    'gente pessoal robo bot assistente mesmo pela pelo por sua seu ajuda atencao resposta retorno informacao ' +
    'informacoes aqui hoje viu ta rs tudo so isso era por enquanto nada mais de com'
  ).split(' '),
);

/** Folded. Later kinds take precedence: `oi, tudo bem?` asks how one is. */
const PHRASES: readonly (readonly [SmallTalk, RegExp])[] = [
  ['greeting', /^(oi|ola|opa|oie|hey|hello|hi|salve|alo|e ai|eai|bom dia|boa tarde|boa noite|saudacoes)$/],
  [
    'wellbeing',
    /^(tudo (bem|bom|certo|joia|ok|tranquilo)|td (bem|bom)|como (vai|esta|vc esta|voce esta|vao|voces estao)|beleza|blz)$/,
  ],
  [
    'acknowledgement',
    /^(ok|okay|okey|certo|entendi|entendido|ta bom|ta bem|perfeito|combinado|fechou|sim|nao|joia|legal|show|ata|aham|uhum|isso mesmo|pode ser|so isso|era isso|nada mais|k+|(rs){2,}|(ha){2,}h?|(he){2,}h?)$/,
  ],
  [
    'thanks',
    /^(obrigad[oa]s?|obg|obgd|brigad[oa]|brigadao|valeu|vlw|agradec(o|ida?|ido)|grat[oa]|thanks|muito obrigad[oa]|mt obrigad[oa])$/,
  ],
  [
    'praise',
    /^(parabens|excelente|otim[oa]|maravilhos[oa]|adorei|amei|gostei|sensacional|top|(muito|mt) (bo[am]|otim[oa]|legal|util|eficiente)|(voce|vc) e (otim[oa]|demais|incrivel|(muito )?bo[am]|10|dez)|ajudou (muito|bastante|demais)|me ajudou( muito)?)$/,
  ],
  [
    'farewell',
    /^(tchau|tchauzinho|xau|ate (mais|logo|breve|a proxima|amanha)|adeus|flw|falou|fui|bye|abracos?|bom fim de semana)$/,
  ],
];

/** About the assistant itself, or going off to think. */
const SENTENCES: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'identity',
    /^(quem (e|eh) (voce|vc|tu)|(voce|vc) (e|eh) (um |uma )?(robo|bot|ia|maquina|pessoa|humano|humana|inteligencia artificial|gente|real)( de verdade| real)?|(qual|como) (e |eh )?(o )?(seu|teu) nome|como (voce|vc) se chama|com quem (eu )?(estou|to) falando|(e|eh) (um )?(robo|bot)|estou falando com (um |uma )?(robo|bot|pessoa|humano|maquina))$/,
  ],
  [
    'ability',
    /^(o que (e que )?(voce|vc) (faz|sabe|sabe fazer|pode fazer|consegue fazer)|(como|no que|em que) (voce|vc) (pode|consegue) (me )?ajudar|(voce|vc) (pode|consegue) me ajudar|(me )?ajuda|(preciso de |quero )?ajuda|socorro|help|como (isso|voce|vc) funciona)$/,
  ],
  [
    'acknowledgement',
    /^((beleza|blz|ok|certo|entendi|ta bom|entao|obrigad[oa]) )*(eu )?(vou (ver|pensar|decidir)( (isso|aqui|melhor|direitinho|com calma|em casa))*( e)?( ja| depois| qualquer coisa)?( eu)?( (te|lhe))?( (falo|aviso|retorno|chamo|volto|digo))?|(qualquer coisa|depois)( eu)? ((te|lhe) )?(falo|aviso|retorno|chamo|volto|digo))$/,
  ],
];

const PICTURE = /\p{Extended_Pictographic}/u;
const BESIDE_PICTURES = /[^\p{Extended_Pictographic}\p{Emoji_Component}\s!.]/u;

const isPicture = (message: string) => PICTURE.test(message) && !BESIDE_PICTURES.test(message);

/** `oiii`, `obrigadaaa` */
const plain = (word: string) =>
  word.length > 2 ? word.replace(/([a-z])\1{2,}/g, '$1').replace(/([aeiou])\1+$/, '$1') : word;

function phraseAt(words: readonly string[], at: number): { kind: SmallTalk; length: number } | null {
  for (let length = Math.min(4, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ');
    const found = PHRASES.find(([, sign]) => sign.test(phrase));
    if (found) return { kind: found[0], length };
  }
  return null;
}

/** Null if it asks or states more (`oi, qual o horário?`); `valeu, tchau` is a farewell. */
export function readSmallTalk(message: string): SmallTalk | null {
  const words = wordsOf(message).map(({ word }) => plain(word));
  if (words.length === 0) return isPicture(message) ? 'acknowledgement' : null;
  if (words.length > 14) return null;
  const joinedWords = words.join(' ');
  const greeting = /^(oi|ola|opa|bom dia|boa tarde|boa noite) /;
  const sentence = SENTENCES.find(([, sign]) => sign.test(joinedWords) || sign.test(joinedWords.replace(greeting, '')));
  if (sentence) return sentence[0];
  let rank = -1;
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(words, at);
    if (phrase)
      rank = Math.max(
        rank,
        PHRASES.findIndex(([kind]) => kind === phrase.kind),
      );
    else if (!FILLERS.has(words[at]!)) return null;
    at += phrase?.length ?? 1;
  }
  return PHRASES[rank]?.[0] ?? null;
}

/** The message id selects a text, so that a conversation does not repeat itself. */
export function answerSmallTalk(kind: SmallTalk, messageId: string, names: { bot: string; company: string }): string {
  const company = names.company.trim();
  const values = {
    bot: names.bot,
    ofCompany: company && t('chat.small_talk.of_company', { company }),
    aboutCompany: company && t('chat.small_talk.about_company', { company }),
  };
  return tOneOf(`chat.small_talk.${kind}`, messageId, values);
}
