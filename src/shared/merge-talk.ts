/**
 * Returns the assistant's exchanges and the messages of a conversation's talks with people in the order in which they
 * came. Both are sorted; messages keep the order of their sequence, so only whole exchanges move.
 */
export function mergeTalk<Exchange, Message>(
  exchanges: readonly Exchange[],
  messages: readonly Message[],
  momentOf: { exchange: (one: Exchange) => string; message: (one: Message) => string },
): ({ exchange: Exchange } | { message: Message })[] {
  const merged: ({ exchange: Exchange } | { message: Message })[] = [];
  let next = 0;
  for (const message of messages) {
    const at = Date.parse(momentOf.message(message));
    while (next < exchanges.length && Date.parse(momentOf.exchange(exchanges[next]!)) < at)
      merged.push({ exchange: exchanges[next++]! });
    merged.push({ message });
  }
  return [...merged, ...exchanges.slice(next).map((exchange) => ({ exchange }))];
}
