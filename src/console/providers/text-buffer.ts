/**
 * Stands in for Node's Buffer, by which casbin hands itself the text of a model: the whole of one would be in every first
 * list. It holds text alone, so `ipMatch`, which no model of ours uses, cannot be asked in a browser.
 */
export const Buffer = {
  from: (text: string) => ({ toString: () => text }),
  isBuffer: () => false,
};
