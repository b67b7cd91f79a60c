/** Pieces of any size. Ignores comments, ids and incomplete events. */
export function eventReader(onEvent: (name: string, data: string) => void): (piece: string) => void {
  let rest = '';
  let isAfterReturn = false;
  let name = '';
  let data: string | undefined;

  const endLine = (line: string) => {
    if (line === '') {
      if (data !== undefined) onEvent(name || 'message', data);
      name = '';
      data = undefined;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line.charAt(colon + 1) === ' ' ? 2 : 1));
    if (field === 'event') name = value;
    else if (field === 'data') data = data === undefined ? value : data + '\n' + value;
  };

  return (piece) => {
    const text = rest + piece;
    let from = 0;
    for (let at = rest.length; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === '\n' && isAfterReturn) from = at + 1;
      else if (char === '\n' || char === '\r') {
        endLine(text.slice(from, at));
        from = at + 1;
      }
      isAfterReturn = char === '\r';
    }
    rest = text.slice(from);
  };
}
