import type { AuditLogProvider } from '@refinedev/core';
import { resources } from '../../../resources/index.ts';
import { request } from '../http/client.ts';

/**
 * Reads the history of a row, `meta.id`. Without `create`, because the server itself records every change, and Refine
 * would ask who the user is before each one.
 */
export const auditLogProvider = {
  get: ({ resource, meta }) => {
    const path = resources.find(({ name }) => name === resource)?.api ?? `/${resource}`;
    return request(`${path}/${encodeURIComponent(String(meta?.id))}/history`, {
      query: { limit: meta?.limit as number },
    });
  },
} as Pick<AuditLogProvider, 'get'> as AuditLogProvider;
