/**
 * Stands in for lodash's `_getRawTag` (of Refine's core), which tries to unmask each Map, Set or Promise that it is asked
 * about and is refused with an error: five as it loads, and each has the browser read the whole program once more to say
 * where it came from. What an object says of itself is good enough here. vite.config.ts puts it in the other's place.
 */
export default (value: unknown): string => Object.prototype.toString.call(value);
