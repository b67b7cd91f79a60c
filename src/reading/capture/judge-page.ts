import { hash } from 'node:crypto';
import type { CaptureReason } from './capture-error.ts';
import type { ParsedPage } from './capture-page.ts';

type Substitute = Extract<CaptureReason, 'not_found' | 'maintenance' | 'suspended' | 'challenge' | 'sign_in'>;

/** In words: a longer text is a page, whatever its title says. */
const SUBSTITUTE_MAX = 150;
const NOTICE_MAX = 45;
const TOO_FEW_WORDS = 15;

const PAGE = '(?:pagina|conteudo|produto|endereco|artigo|post|link|page)';
/** For titles and headings, and the sentences of very short texts; without accents and capitals. */
const SIGNS: Record<Substitute, { title: RegExp; text?: RegExp }> = {
  not_found: {
    title: new RegExp(
      `^(?:(?:ops|oops|erro|error)\\W*)+404\\b|^404\\W*(?:$|not found|pagina|page|err)|not found|^(?:ops\\W*)?(?:${PAGE} )?nao (?:foi )?encontrad|${PAGE}.{0,30}(?:nao (?:foi )?(?:encontrad|localizad|exist|esta disponivel)|inexistente|removid)`,
    ),
    text: new RegExp(`${PAGE}.{0,40}nao (?:foi )?(?:encontrad|localizad|existe)|page.{0,30}not found`),
  },
  maintenance: {
    title:
      /^(?:(?:o |nosso )?(?:site|pagina|loja|portal) )?(?:esta |estamos )?em (?:manutencao|construcao)\b|^(?:site )?under (?:maintenance|construction)|^maintenance|^manutencao(?: programada)?$|^(?:em breve|coming soon|volta(?:mos|remos) (?:ja|logo|em breve))\W*$/,
    text: /(?:site|pagina|loja|portal)(?: esta)? (?:temporariamente )?(?:em|fora do ar para) manutencao|fazendo melhorias e voltamos|volte em breve|under maintenance/,
  },
  suspended: {
    title:
      /\b(?:conta|site|hospedagem|dominio|account|website)\b.{0,20}\b(?:suspens[oa]|suspended|bloquead[oa]|desativad[oa]|expirad[oa]|expirou)\b|^suspended|dominio (?:a venda|estacionado)|domain (?:is )?(?:for sale|parked|expired)/,
    text: /(?:conta|site|hospedagem|account|website).{0,30}(?:foi suspens|esta suspens|has been suspended)|dominio.{0,20}(?:esta a venda|expirou)|domain is for sale/,
  },
  challenge: {
    title:
      /^(?:just a moment|um momento|so um momento|attention required|checking your browser|verificando|verificacao de seguranca|security check|access denied|acesso negado|voce e humano|are you (?:a )?human)/,
    text: /(?:verific|confirm)(?:ando|ar|amos|e).{0,40}(?:humano|robo|navegador|seguranca da sua conexao)|checking your browser|verify you are (?:a )?human|nao sou um robo|(?:enable|habilite|ative).{0,20}cookies.{0,40}(?:continu|prosseg)/,
  },
  sign_in: {
    title:
      /^(?:entrar|login|log in|sign in|acess[ea]r?(?: sua conta)?|identifique-se|faca (?:seu )?login|area do cliente)\b/,
  },
};
const SIGN_IN_PATH = /\/(?:log-?in|sign-?in|entrar|acesso|auth|wp-login\.php)(?:[/.]|$)/i;
const START_PATH = /^\/?(?:(?:index|default|home|inicio)(?:\.\w{3,5})?|[a-z]{2}(?:-[a-z]{2})?)?\/?$/i;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Missing, in maintenance or suspended, a check for robots, or a form to sign in; null for a page of the business. */
export function substituteIn(page: {
  title: string | null;
  heading: string | null;
  text: string;
  words: number;
  asksForPassword: boolean;
}): Substitute | null {
  if (page.words > SUBSTITUTE_MAX) return null;
  const titles = [page.title, page.heading].map((one) => plain(one ?? ''));
  // Titles often end with the name of the site.
  const names = titles.flatMap((title) => [title, ...title.split(/ [|–—·-] /)]);
  const text = page.words <= NOTICE_MAX ? plain(page.text) : '';
  for (const [substitute, signs] of Object.entries(SIGNS) as [Substitute, (typeof SIGNS)[Substitute]][]) {
    if (substitute === 'sign_in' && !page.asksForPassword) continue;
    if (names.some((name) => signs.title.test(name)) || signs.text?.test(text)) return substitute;
  }
  return null;
}

/** Without the page's own address, in which the pages for missing addresses differ. */
export function shapeOf(title: string | null, text: string, url: string): string {
  const { pathname, href } = new URL(url);
  let shape = `${title ?? ''}\n${text}`;
  for (const own of [href, decodePath(pathname), pathname, pathname.slice(1)])
    if (own.length > 1) shape = shape.replaceAll(own, '');
  return hash('sha256', shape);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Null if it is usable. `missing`: shape of the site's page for missing addresses. */
export function unusableReason(page: ParsedPage, missing: string | null = null): CaptureReason | null {
  const { words, needsJavaScript, noindex, substitute, shape } = page;
  if (noindex) return 'noindex';
  if (substitute) return substitute;
  if (shape === missing) return 'not_found';
  if (needsJavaScript && words < TOO_FEW_WORDS) return 'needs_javascript';
  return words === 0 ? 'empty' : null;
}

/** So short that the server may send it for missing addresses. */
export const maySubstitute = ({ words }: ParsedPage): boolean => words > 0 && words <= SUBSTITUTE_MAX;

export function redirectReason(requested: string, final: string): 'moved_home' | 'sign_in' | null {
  const [from, to] = [new URL(requested).pathname, new URL(final).pathname];
  if (requested === final || from === to) return null;
  if (START_PATH.test(to) && !START_PATH.test(from)) return 'moved_home';
  return SIGN_IN_PATH.test(to) && !SIGN_IN_PATH.test(from) ? 'sign_in' : null;
}
