/** Business constants that the server and the browser share. */

/** Largest file accepted, in bytes . */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;
/** File formats accepted. */
export const FILE_FORMATS = ['pdf', 'txt', 'doc', 'docx'] as const;
/** Kinds of facts that a knowledge base may state exactly. */
export const FACT_KINDS = ['phone', 'whatsapp', 'email', 'cnpj', 'address', 'hours'] as const;
export type FactKind = (typeof FACT_KINDS)[number];
/** Maximum length of a content's title and of a file name. */
export const TITLE_MAX = 500;
/** Refresh intervals in ms. */
export const CONTEXTS_POLL_MS = 60_000;
export const PLAN_POLL_MS = 300_000;
export const CONTENTS_POLL_MS = 30_000;
/** Toasts: visible at once, ms on screen. */
export const TOAST_LIMIT = 2;
export const TOAST_MS = 5_000;
/** Tooltips, in ms. */
export const TOOLTIP_DELAY_MS = 100;
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** Side menu's width transition, in ms. */
export const SIDEBAR_TRANSITION_MS = 300;
/** Tallest dropdown list, in px: 20rem at 16 px. */
export const DROPDOWN_MAX_HEIGHT = 320;
/** Deepest indent of the context selector, in steps. */
export const CONTEXT_INDENT_MAX = 9;
/** Password length. The maximum keeps it from being truncated when stored. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Corporate tax id: digits. */
export const CNPJ_MAX_DIGITS = 14;
/** Share of the plan's credits above which the plan card warns. */
export const CREDITS_WARNING_SHARE = 0.7;
/** Demo link's life, in ms. */
export const DEMO_LINK_MS = 24 * 60 * 60 * 1000;
/** Tutorial step that means finished. */
export const TUTORIAL_DONE = 5;
/** Maximum length of a visitor's question, in characters. */
export const QUESTION_MAX = 2_000;
/**
 * Codes sent by email: digits, minutes of validity, attempts from one IP address, attempts from all addresses per
 * hour, and seconds until the next request.
 */
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;
export const CODE_ATTEMPTS_PER_HOUR = 50;
export const CODE_RESEND_SECONDS = 60;
/**
 * Emails with a code or link to one address per hour. Beyond that, one is sent when the previous secret has expired.
 */
export const EMAILS_PER_HOUR = 5;
/** Days until an unconfirmed sign-up is deleted. */
export const SIGN_UP_DAYS = 7;
/**
 * Wrong passwords: for a user from one address or device in 15 minutes; from one address in an hour; for a user in an
 * hour from all unknown devices and addresses.
 */
export const WRONG_PASSWORDS_PER_PERSON = 10;
export const WRONG_PASSWORDS_PER_ADDRESS = 50;
export const WRONG_PASSWORDS_EVERYWHERE = 100;
/** Sign-in at a provider: minutes until it expires, and seconds to exchange the code for a session. */
export const SOCIAL_MINUTES = 10;
export const SOCIAL_CODE_SECONDS = 60;
/** First characters of the secret of an API key, and number of its last characters that lists show. */
export const API_KEY_PREFIX = 'pk_';
export const API_KEY_HINT_LENGTH = 4;
/** Maximum number of calls per minute with one API key, and of an account's keys that are neither expired nor revoked. */
export const API_KEY_CALLS_PER_MINUTE = 300;
export const API_KEYS_MAX = 50;
/** Access token's life, in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** Maximum duration of an impersonation. */
export const IMPERSONATION_MINUTES = 60;
/** What an answer of the embedded model costs, in thousandths of a credit. */
export const EMBEDDED_ANSWER_COST = 200;
/** Default limit of questions per minute from one address. */
export const QUESTIONS_PER_MINUTE = 20;
/**
 * Maximum number of concurrent answers: for one address, or as many as the owner allows per minute (an office shares
 * one address), and for one account.
 */
export const STREAMS_PER_ADDRESS = 20;
export const STREAMS_PER_ADDRESS_MAX = 600;
export const STREAMS_PER_ACCOUNT = 1_000;
/**
 * Messages for a person per hour: from one device, from one address, and in one context. Visitors with a conversation
 * count apart, so that programs that fill in the form do not shut it for them.
 */
export const MESSAGES_PER_VISITOR = 5;
export const MESSAGES_PER_ADDRESS = 20;
export const MESSAGES_PER_CONTEXT = 300;
export const MESSAGES_WITH_CONVERSATION = 1_000;
/** Questions per demo link, in addition to the limits of its context. */
export const DEMO_QUESTIONS = 200;
/** Time zone for days, months and limits. */
export const BUSINESS_ZONE = 'America/Sao_Paulo';
/** After this pause, a question starts a new conversation for its labels, because the visitor had left. */
export const CONVERSATION_IDLE_MINUTES = 20;
/** Default and maximum page size of lists. */
/** How long the decisions of the policy are kept. */
export const DECISION_DAYS = 90;

export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;
/** Days until an invitation expires. */
export const INVITATION_DAYS = 7;
/**
 * Days between the request and the deletion of an account without a paid period, so that the owner can reconsider
 *.
 */
export const FREE_ACCOUNT_LAST_DAYS = 7;
/** Years to keep invoices of a deleted account, as defined by tax law. */
export const INVOICE_RETENTION_YEARS = 5;
/** Days until an unsent email to somebody without an account is deleted. */
export const UNSOLICITED_EMAIL_DAYS = 7;
/** Maximum number of contents in a bulk operation. */
export const MAX_BULK = 1_000;

/** What may be wrong with a text that could be read. */
export const DAMAGES = ['encoding', 'letters', 'spaced', 'few_words'] as const;
export type Damage = (typeof DAMAGES)[number];

/** What is read from the lines of a text, in the order in which it is listed. */
export const UNDERSTOOD_KINDS = ['price', 'hours', 'contact', 'place', 'payment', 'deadline', 'policy'] as const;
export type UnderstoodKind = (typeof UNDERSTOOD_KINDS)[number];

/** Why a text of a page or file is not part of what was read. */
export const LEFT_OUT_REASONS = ['hidden', 'outside', 'menu', 'notice', 'form', 'machine', 'repeated'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
