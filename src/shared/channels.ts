/** `new`: nothing was received yet. `token_ended`, `blocked`: Meta refuses to send; messages wait. */
export const CHANNEL_STATES = ['new', 'active', 'off', 'token_ended', 'blocked'] as const;
export const CHANNEL_PROBLEMS = ['token_ended', 'blocked'] as const;
export type ChannelProblem = (typeof CHANNEL_PROBLEMS)[number];

/** How long the assistant is silent after somebody has answered from the phone. */
export const SILENT_HOURS = 4;
export const SILENT_HOURS_MAX = 168;

/** Meta delivers free messages only so long after the visitor's last one. */
export const WINDOW_HOURS = 24;

/** What a check looks at, in the order of the setup. */
export const CHECK_STEPS = ['token', 'number', 'account', 'webhook', 'message'] as const;
/** Who must act. */
export const CHECK_ACTORS = ['you', 'meta', 'operator'] as const;

export const SEND_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'dropped'] as const;
export type SendState = (typeof SEND_STATES)[number];

export const CHANNELS_MAX = 20;
