/** Meta's id of a visitor who hides the number: a country and a point before the rest. */
const USER_ID = /^[A-Z]{2}\./;

/** Returns the property that says whom a message is for. */
export const receiverOf = (peer: string) => (USER_ID.test(peer) ? { recipient: peer } : { to: peer });
