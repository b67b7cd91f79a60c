import { Parser } from 'htmlparser2';

const ENTITY = /&(?:#[xX]?)?[0-9a-zA-Z]+[;=]?/g;
/** The same few stand on all pages of a site. */
const KEPT = 4_000;
const LONGEST_KEPT = 40;

/** Has a text with one entity decoded by a parser that knows all 2,231 names and the rules for those without semicolon. */
type Decode = (entity: string) => string;

const decodeInText: Decode = (entity) => {
  let text = '';
  new Parser({ ontext: (piece) => void (text += piece) }).end(entity);
  return text;
};

const decodeInAttribute: Decode = (entity) => {
  let value = entity;
  new Parser({ onattribute: (_name, text) => void (value = text) }).end(`<a b="${entity}">`);
  return value;
};

function remembering(decode: Decode): Decode {
  const known = new Map<string, string>();
  return (entity) => {
    const kept = known.get(entity);
    if (kept !== undefined) return kept;
    const text = decode(entity);
    if (known.size >= KEPT) known.clear();
    if (entity.length <= LONGEST_KEPT) known.set(entity, text);
    return text;
  };
}

const inText = remembering(decodeInText);
const inAttribute = remembering(decodeInAttribute);

/** The text that a run of markup without tags stands for. */
export const decodeText = (text: string): string => (text.includes('&') ? text.replace(ENTITY, inText) : text);

/** The text of an attribute's value, where names without semicolon count for less than in text. */
export const decodeValue = (value: string): string =>
  value.includes('&') ? value.replace(ENTITY, inAttribute) : value;
