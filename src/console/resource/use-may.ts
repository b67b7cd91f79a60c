import { useCan } from '@refinedev/core';

/** Whether the signed-in person may do an act with a thing; no, until it is known. What is not allowed is not shown. */
export function useMay(thing: string, act: string): boolean {
  const { data } = useCan({ resource: thing, action: act });
  return data?.can ?? false;
}
