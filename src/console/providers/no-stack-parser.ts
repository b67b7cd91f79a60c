/**
 * Stands in for error-stack-parser, by which Refine tells its devtools who asked: they read it in development alone, and
 * its bytes would be in every first list. vite.config.ts puts it in the other's place.
 */
export default { parse: () => [] };
