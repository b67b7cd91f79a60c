import type { ParseResponse, RouterProvider } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';

type Parse = () => ParseResponse;
const Address = createContext<Parse>(() => ({}));

/**
 * Refine's router, with the address read once for all: each of Refine's hooks reads it anew, three times over, and a
 * screen has dozens of them.
 */
export const router: RouterProvider = { ...routerProvider, parse: () => useContext(Address) };

/** Reads the address for all of Refine's hooks below. */
export function AddressReader({ children }: { children: ReactNode }) {
  const parse = routerProvider.parse!() as Parse;
  const read = useMemo(() => parse(), [parse]);
  return <Address value={useCallback(() => read, [read])}>{children}</Address>;
}
