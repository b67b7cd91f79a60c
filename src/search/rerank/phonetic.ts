/** Equal for `almosso` and `almoço`, `ravioly` and `ravióli`. */
export function soundOf(word: string): string {
  return word
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/ph/g, 'f')
    .replace(/ch|sh/g, 'x')
    .replace(/lh/g, 'L')
    .replace(/nh/g, 'N')
    .replace(/h/g, '')
    .replace(/sc(?=[ei])/g, 's')
    .replace(/xc(?=[ei])/g, 's')
    .replace(/ss/g, 's')
    .replace(/c(?=[ei])/g, 's')
    .replace(/z/g, 's')
    .replace(/qu|k|q|c/g, 'k')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/(.)\1+/g, '$1')
    .replace(/[lu](?=[bcdfgjkmnpqrstvxLN]|$)/g, 'u')
    .replace(/n(?=[bcdfgjkpqrstvx]|$)/g, 'm')
    .replace(/r$/, '')
    .replace(/o$/, 'u')
    .replace(/e$/, 'i');
}
