export const FILE_MAX_BYTES = 10 * 1024 * 1024;
export const FILE_FORMATS = ['pdf', 'txt', 'doc', 'docx'] as const;
/** Scanned pages and pictures that are read in one file. */
export const PICTURES_MAX = 20;
export const FACT_KINDS = ['phone', 'whatsapp', 'email', 'cnpj', 'pix', 'address', 'hours'] as const;
export type FactKind = (typeof FACT_KINDS)[number];
export const TITLE_MAX = 500;
export const CONTEXTS_POLL_MS = 60_000;
export const PLAN_POLL_MS = 300_000;
export const CONTENTS_POLL_MS = 30_000;
export const TOAST_LIMIT = 2;
export const TOAST_MS = 5_000;
export const TOOLTIP_DELAY_MS = 100;
export const TOOLTIP_SKIP_DELAY_MS = 300;
export const SIDEBAR_TRANSITION_MS = 300;
export const DROPDOWN_MAX_HEIGHT = 320;
export const CONTEXT_INDENT_MAX = 9;
/** Of a context, and of its assistant and company, which are called like it until they are renamed. */
export const CONTEXT_NAME_MAX = 80;
/** Stands for a stored secret; its last characters may follow. */
export const MASK = '••••';
/** The maximum keeps the password from being truncated when stored. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const CNPJ_MAX_DIGITS = 14;
/** The plan card warns above this share. */
export const CREDITS_WARNING_SHARE = 0.7;
export const DEMO_LINK_MS = 24 * 60 * 60 * 1000;
export const QUESTION_MAX = 2_000;
/** Codes sent by email: attempts from one IP address, then from all per hour. */
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;
export const CODE_ATTEMPTS_PER_HOUR = 50;
export const CODE_RESEND_SECONDS = 60;
/** To one address. Beyond that, one is sent when the previous secret has expired. */
export const EMAILS_PER_HOUR = 5;
export const SIGN_UP_DAYS = 7;
/** Per address or device in 15 minutes; per address in an hour; per user in an hour from unknown ones. */
export const WRONG_PASSWORDS_PER_PERSON = 10;
export const WRONG_PASSWORDS_PER_ADDRESS = 50;
export const WRONG_PASSWORDS_EVERYWHERE = 100;
/** Of a second factor, per user in a day from unknown devices. */
export const WRONG_FACTORS_PER_DAY = 30;
/** In a day from any device: with so many, the user gets a notice. */
export const WRONG_FACTORS_NOTICED = 10;
/** Until a sign-in at a provider expires; to exchange its code for a session. */
export const SOCIAL_MINUTES = 10;
export const SOCIAL_CODE_SECONDS = 60;
/** The hint is the last characters of the secret, which lists show. */
export const API_KEY_PREFIX = 'pk_';
export const API_KEY_HINT_LENGTH = 4;
/** Of one key; and keys of an account that are neither expired nor revoked. */
export const API_KEY_CALLS_PER_MINUTE = 300;
export const API_KEYS_MAX = 50;
/** Of a person and a list. */
export const SAVED_VIEWS_MAX = 30;
/** A proven second factor (or password, without one) opens what needs a fresh session. */
export const FRESH_MINUTES = 10;
/** To enter the second factor after the password; to answer a passkey's challenge. */
export const FACTOR_MINUTES = 10;
export const CHALLENGE_MINUTES = 5;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const IMPERSONATION_MINUTES = 60;
/** Thousandths of a credit. */
export const EMBEDDED_ANSWER_COST = 200;
export const QUESTIONS_PER_MINUTE = 20;
/** Concurrent: per address, or as many as allowed per minute (an office shares one), and per account. */
export const STREAMS_PER_ADDRESS = 20;
export const STREAMS_PER_ADDRESS_MAX = 600;
export const STREAMS_PER_ACCOUNT = 1_000;
/**
 * Per hour. Visitors with a conversation count apart, so that programs that fill in the form do not shut it for them.
 */
export const MESSAGES_PER_VISITOR = 5;
export const MESSAGES_PER_ADDRESS = 20;
export const MESSAGES_PER_CONTEXT = 300;
export const MESSAGES_WITH_CONVERSATION = 1_000;
/** In addition to the limits of the link's context. */
export const DEMO_QUESTIONS = 200;
export const BUSINESS_ZONE = 'America/Sao_Paulo';
/** After this pause, a question starts a new conversation for its labels. */
export const CONVERSATION_IDLE_MINUTES = 20;
export const DECISION_DAYS = 90;

export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;
export const INVITATION_DAYS = 7;
/** So that the owner of an account without a paid period can reconsider. */
export const FREE_ACCOUNT_LAST_DAYS = 7;
export const INVOICE_RETENTION_YEARS = 5;
export const UNSOLICITED_EMAIL_DAYS = 7;
export const MAX_BULK = 1_000;
/** Rows of one call that changes all of them or none. */
export const BULK_IDS_MAX = 100;

export const DAMAGES = ['encoding', 'letters', 'spaced', 'few_words'] as const;
export type Damage = (typeof DAMAGES)[number];

export const UNDERSTOOD_KINDS = ['price', 'hours', 'contact', 'place', 'payment', 'deadline', 'policy'] as const;
export type UnderstoodKind = (typeof UNDERSTOOD_KINDS)[number];

export const LEFT_OUT_REASONS = ['hidden', 'outside', 'menu', 'notice', 'form', 'machine', 'repeated'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const DAY_MS = 86_400_000;
