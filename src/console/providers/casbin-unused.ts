/**
 * Stands in for what casbin brings besides: minimatch for its `globMatch`, which no model of ours uses, and csv-parse for
 * its own reader of policies, in whose place access-control/rows-adapter.ts stands. vite.config.ts puts it there.
 */
const refuse = (): never => {
  throw new Error('Not in the browser');
};

export { refuse as minimatch, refuse as parse };
