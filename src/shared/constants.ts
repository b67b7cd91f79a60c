/** The numbers of the business, each with the section of the product specification that sets it. */

/** Largest file accepted, in bytes (5 and 9). */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;
/** File formats accepted (5). */
export const FILE_FORMATS = ['pdf', 'txt', 'doc', 'docx'] as const;
/** Longest title of a content, and longest name of a file. */
export const TITLE_MAX = 500;
/** Refresh intervals in ms (7 and 9). */
export const CONTEXTS_POLL_MS = 60_000;
export const PLAN_POLL_MS = 300_000;
export const CONTENTS_POLL_MS = 30_000;
/** Toasts: visible at once, ms on screen, ms until a dismissed one has left (9). */
export const TOAST_LIMIT = 2;
export const TOAST_MS = 5_000;
export const TOAST_REMOVAL_MS = 5_000;
/** Tooltips, in ms (9). */
export const TOOLTIP_DELAY_MS = 100;
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** Side menu's width transition, in ms (9). */
export const SIDEBAR_TRANSITION_MS = 300;
/** Tallest dropdown list (9). */
export const DROPDOWN_MAX_HEIGHT = '20rem';
/** Deepest indent of the context selector, in steps (2 and 9). */
export const CONTEXT_INDENT_MAX = 9;
/** Password: fewest characters (5); the most is what one can store without truncation. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Corporate tax id: digits (5). */
export const CNPJ_MAX_DIGITS = 14;
/** Share of the plan's credits above which the plan card warns (2 and 9). */
export const CREDITS_WARNING_SHARE = 0.7;
/** Demo link's life, in ms (2 and 9). */
export const DEMO_LINK_MS = 24 * 60 * 60 * 1000;
/** Tutorial: the step that means done (4). */
export const TUTORIAL_DONE = 5;
/** Longest question a visitor may ask, in characters. */
export const QUESTION_MAX = 2_000;
/**
 * A code sent by e-mail: digits, minutes it holds, tries of it from one address of the network and from all of them in an
 * hour, seconds before another may be asked for.
 */
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;
export const CODE_ATTEMPTS_PER_HOUR = 50;
export const CODE_RESEND_SECONDS = 60;
/** Letters with a code or a link to one e-mail in an hour; one more leaves whenever what they carried has expired. */
export const EMAILS_PER_HOUR = 5;
/** Days that a sign-up waits for its confirmation. */
export const SIGN_UP_DAYS = 7;
/**
 * Wrong passwords: of one person from one address or device in 15 minutes; from one address in an hour; of one person in
 * an hour from all devices and addresses that they never came in from.
 */
export const WRONG_PASSWORDS_PER_PERSON = 10;
export const WRONG_PASSWORDS_PER_ADDRESS = 50;
export const WRONG_PASSWORDS_EVERYWHERE = 100;
/** A sign-in at a provider: minutes it may take, and seconds within which the console takes the session from there. */
export const SOCIAL_MINUTES = 10;
export const SOCIAL_CODE_SECONDS = 60;
/** Access token's life, in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** How long one may work in another's place before coming in anew. */
export const IMPERSONATION_MINUTES = 60;
/** What an answer of the embedded model costs, in thousandths of a credit. */
export const EMBEDDED_ANSWER_COST = 200;
/** Questions a minute from one address, until the owner of a context says otherwise (9: the value is not shown). */
export const QUESTIONS_PER_MINUTE = 20;
/**
 * Answers that may be under way at once: for one address, or as many as its owner allows a minute (an office has one
 * address); and for one account.
 */
export const STREAMS_PER_ADDRESS = 20;
export const STREAMS_PER_ADDRESS_MAX = 600;
export const STREAMS_PER_ACCOUNT = 1_000;
/** Questions that may be asked on one demo link, besides what its context allows. */
export const DEMO_QUESTIONS = 200;
/** Days, months and limits are counted in this zone. */
export const BUSINESS_ZONE = 'America/Sao_Paulo';
/** A question asked this long after the last one begins another conversation for its labels: the visitor has left. */
export const CONVERSATION_IDLE_MINUTES = 20;
/** Rows of a list page, and the most one may ask for. */
export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;
/** Days that an invitation holds. */
export const INVITATION_DAYS = 7;
/** An account without a paid period goes on so many days after its owner asked for its end: time to think again (4). */
export const FREE_ACCOUNT_LAST_DAYS = 7;
/** Years that invoices of an erased account are kept, counted as tax law counts them. */
export const KEPT_INVOICE_YEARS = 5;
/** Days that a letter to somebody who has no account may wait to be sent. */
export const STRANGERS_LETTER_DAYS = 7;
/** Contents of one call on several at once. */
export const BULK_MOST = 1_000;
