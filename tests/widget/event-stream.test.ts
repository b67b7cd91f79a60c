import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventReader } from '../../src/widget/event-stream.ts';

function read(pieces: readonly string[]): [string, string][] {
  const events: [string, string][] = [];
  const take = eventReader((name, data) => events.push([name, data]));
  for (const piece of pieces) take(piece);
  return events;
}

/** Splits a text at these positions. */
export function cut(text: string, cuts: readonly number[]): string[] {
  const sorted = [...new Set(cuts.map((at) => at % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, index) => text.slice(start, sorted[index] ?? text.length));
}

describe('server-sent events', () => {
  it.each([
    ['one event', 'event: delta\ndata: {"text":"oi"}\n\n', [['delta', '{"text":"oi"}']]],
    ['no name', 'data: x\n\n', [['message', 'x']]],
    ['several lines of data', 'event: delta\ndata: a\ndata:b\ndata\n\n', [['delta', 'a\nb\n']]],
    ['only one space is removed', 'data:  a\n\n', [['message', ' a']]],
    ['comments, ids and retries are ignored', ': hi\nid: 4\nretry: 10\nevent: done\ndata: 1\n\n', [['done', '1']]],
    [
      'CRLF',
      'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n',
      [
        ['a', '1'],
        ['message', '2'],
      ],
    ],
    [
      'CR alone',
      'event: a\rdata: 1\r\rdata: 2\r\r',
      [
        ['a', '1'],
        ['message', '2'],
      ],
    ],
    ['an event name without data is ignored', 'event: a\n\ndata: 1\n\n', [['message', '1']]],
    ['an incomplete event is ignored', 'data: 1\n\ndata: 2\n', [['message', '1']]],
    ['a colon in the data', 'data: a: b\n\n', [['message', 'a: b']]],
  ])('parses %s', (_name, text, expected) => expect(read([text])).toEqual(expected));

  it('parses the same events however the text is split', () => {
    const line = fc.stringMatching(/^[a-zé: ]{0,8}$/);
    const event = fc.record({
      name: fc.constantFrom('delta', 'done', 'conversation'),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      comment: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.array(fc.nat()), (events, cuts) => {
        const text = events
          .map(({ name, lines, end, comment }) =>
            [...(comment ? [': .'] : []), `event: ${name}`, ...lines.map((each) => `data: ${each}`), '', ''].join(end),
          )
          .join('');
        const expected = events.map(({ name, lines }) => [name, lines.join('\n')]);
        expect(read([text])).toEqual(expected);
        expect(read(cut(text, cuts))).toEqual(expected);
        expect(read([...text])).toEqual(expected);
      }),
    );
  });
});
