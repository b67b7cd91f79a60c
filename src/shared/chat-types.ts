/** Where a conversation took place: on a site, in a test (preview, demo), or on WhatsApp. */
export const CHAT_TYPES = ['widget', 'preview', 'demo', 'whatsapp'] as const;
export type ChatType = (typeof CHAT_TYPES)[number];

/** The types of conversations with visitors, which are no tests. */
export const VISITOR_TYPES = ['widget', 'whatsapp'] as const satisfies ChatType[];
export const isVisitors = (type: ChatType): boolean => VISITOR_TYPES.some((one) => one === type);
