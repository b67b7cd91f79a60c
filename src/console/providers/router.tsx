import type { ParseResponse, RouterProvider } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { ownAddress } from '../door/places.ts';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';

type Parse = () => ParseResponse;
const Address = createContext<Parse>(() => ({}));

/**
 * Refine's router, with the address read once for all: each of Refine's hooks reads it anew, three times over, and a
 * screen has dozens of them.
 */
export const router: RouterProvider = { ...routerProvider, parse: () => useContext(Address) };

/**
 * Only what Refine itself reads of an address. It passes every other parameter on in `meta` to the data provider, so that
 * a link could change what a form sends.
 */
function withoutForeign({ params = {}, ...parsed }: ParseResponse): ParseResponse {
  const { filters, sorters, currentPage, pageSize, to } = params;
  return { ...parsed, params: { filters, sorters, currentPage, pageSize, to: to && ownAddress(to) } };
}

/** Reads the address for all of Refine's hooks below. */
export function AddressReader({ children }: { children: ReactNode }) {
  const parse = routerProvider.parse!() as Parse;
  const read = useMemo(() => withoutForeign(parse()), [parse]);
  return <Address value={useCallback(() => read, [read])}>{children}</Address>;
}
