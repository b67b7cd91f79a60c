/**
 * Stands in for side-channel, which qs (of Refine's router) keeps its marks in: that package brings what a Map and a
 * WeakMap once lacked, a dozen packages in every first list. vite.config.ts puts it in the other's place.
 */
function createSideChannel() {
  const channel = new Map<unknown, unknown>();
  return {
    assert(key: unknown) {
      if (!channel.has(key)) throw new TypeError(`Side channel does not contain ${String(key)}`);
    },
    delete: (key: unknown) => channel.delete(key),
    get: (key: unknown) => channel.get(key),
    has: (key: unknown) => channel.has(key),
    set: (key: unknown, value: unknown) => void channel.set(key, value),
  };
}

// As a package of the older kind is asked for.
export { createSideChannel as 'module.exports' };
