/** Kinds of entries, by which the audit log is filtered. */
export const AUDIT_GROUPS = ['access', 'people', 'account', 'knowledge', 'chat', 'exports', 'staff'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];
