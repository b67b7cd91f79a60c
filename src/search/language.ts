export type Language = 'pt' | 'en' | 'es';

export const USUAL_LANGUAGE: Language = 'pt';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Small words of one language that the other two do not have. */
const OWN_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  pt: words(
    'o os da das dos em na nas um uma com não são é e você vocês até há ao à às pelo pela nós nosso nossa seu sua tem temos qual quais quanto quando onde quem mais também sem ou foi ser está estão isso esta este',
  ),
  en: words(
    'the of and is are was were with from by you your we our this that these those it its have has will can what how when where who which does there in at on or all not be an please after before until',
  ),
  es: words(
    'el los las y es con del una en hay usted ustedes nuestro nuestra hasta muy más también sin pero son está están cuál cuáles cuánto cuándo dónde quién tiene tienen puede desde al su sus',
  ),
};
/** A Portuguese text may have a foreign name in it, so that other languages need more words. */
const ENOUGH: Readonly<Record<Language, number>> = { pt: 1, en: 2, es: 2 };
const LEAD = 2;
const WORD = /\p{L}+(?:-\p{L}+)*/gu;

/** Null unless its small words tell the language clearly. */
export function languageOf(text: string): Language | null {
  const counts: Record<Language, number> = { pt: 0, en: 0, es: 0 };
  for (const [word] of text.toLowerCase().matchAll(WORD))
    for (const language of LANGUAGES) if (OWN_WORDS[language].has(word)) counts[language]++;
  const best = LANGUAGES.reduce((one, other) => (counts[other] > counts[one] ? other : one));
  const isClear = LANGUAGES.every((other) => other === best || counts[best] > LEAD * counts[other]);
  return isClear && counts[best] >= ENOUGH[best] ? best : null;
}

const LANGUAGES: readonly Language[] = ['pt', 'en', 'es'];
