const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/iy;
const ACCENTED = /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i;
const ACCENTS = ' acute=\u0301 grave=\u0300 circ=\u0302 tilde=\u0303 uml=\u0308 cedil=\u0327';
/** Each name is followed by its character. */
const NAMED =
  ' amp=& lt=< gt=> quot=" apos=\' nbsp=\u00a0 ndash=– mdash=— hellip=… bull=• middot=· deg=° ordm=º ordf=ª sup2=²' +
  ' times=× frac12=½ euro=€ reg=® copy=© trade=™ laquo=« raquo=» lsquo=‘ rsquo=’ ldquo=“ rdquo=”';

const characterIn = (list: string, name: string) => {
  const at = list.indexOf(` ${name}=`);
  return at < 0 ? '' : list.charAt(at + name.length + 2);
};

/** Removes characters that change the text direction. */
export const withoutDirections = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

export function entityAt(text: string, at: number): { shown: string; reaches: number } | undefined {
  ENTITY.lastIndex = at;
  const [all, decimal, hex, name] = ENTITY.exec(text) ?? [];
  if (!all) return undefined;
  const shown = name === undefined ? byNumber(decimal ? parseInt(decimal, 10) : parseInt(hex!, 16)) : byName(name);
  return shown ? { shown: withoutDirections(shown), reaches: at + all.length } : undefined;
}

function byName(name: string): string {
  const [, letter, accent] = ACCENTED.exec(name) ?? [];
  return letter ? (letter + characterIn(ACCENTS, accent!.toLowerCase())).normalize('NFC') : characterIn(NAMED, name);
}

/** Control characters become spaces. */
const byNumber = (code: number) => (code < 32 ? ' ' : code > 0x10ffff ? '' : String.fromCodePoint(code));

export function withoutEntities(address: string): string {
  let text = '';
  for (let at = 0; at < address.length;) {
    const found = address.charAt(at) === '&' ? entityAt(address, at) : undefined;
    text += found ? found.shown : address.charAt(at);
    at = found ? found.reaches : at + 1;
  }
  return text;
}
