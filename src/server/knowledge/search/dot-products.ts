/*
 * The products of one vector with many, on eight numbers at once: a loop of JavaScript took 14 ms for 20,000 vectors of
 * 768 numbers, which is all the time that a search has; this takes 3. WebAssembly has the instructions, and nothing to
 * install. The rows are copied into its memory block by block, so that they stay ordinary arrays elsewhere.
 */

/** One page of WebAssembly's memory. */
const PAGE = 65_536;
/** Bytes of rows that are copied over at a time: they should stay in the processor's cache. */
const BLOCK = 4 * PAGE;
/** Behind the rows: the vector asked for, then the results. */
const QUESTION_AT = BLOCK;
const QUESTION_MAX = PAGE;
const RESULTS_AT = QUESTION_AT + QUESTION_MAX;
/** Numbers that are read at once: a row has a multiple of them. */
const LANES = 16;

/** An unsigned number as WebAssembly writes it. */
const unsigned = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(Math.floor(value / 128))];
const section = (id: number, ...bytes: number[]) => [id, ...unsigned(bytes.length), ...bytes];
const name = (text: string) => [text.length, ...Buffer.from(text)];

const [I32, V128] = [0x7f, 0x7b];
/** Parameters, then locals. */
const [ROW, ROWS, SIZE, QUESTION, RESULT, AT, SUM, LEFT, RIGHT] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, value];
const simd = (operation: number) => [0xfd, ...unsigned(operation)];
const [ADD, SUBTRACT, LESS, STORE, LOOP, AGAIN, END] = [
  0x6a,
  0x6b,
  0x48,
  [0x36, 2, 0],
  [0x03, 0x40],
  [0x0d, 0],
  0x0b,
] as const;
const LOAD_16 = [...simd(0x00), 0, 0];
const [WIDEN_LOW, WIDEN_HIGH, DOT, ADD_4] = [simd(0x87), simd(0x88), simd(0xba), simd(0xae)];
const lane = (index: number) => [...simd(0x1b), index];
/** Adds the products of eight numbers, in four pairs, to the four sums on the stack. */
const addHalf = (widen: number[]) => [...get(LEFT), ...widen, ...get(RIGHT), ...widen, ...DOT, ...ADD_4];

/** dot(row, rows, size, question, result): for each row of `size` bytes the sum of its products with the question's. */
const BODY = [
  ...LOOP,
  ...[...simd(0x0c), ...new Array<number>(16).fill(0), ...set(SUM), ...constant(0), ...set(AT)],
  ...LOOP,
  ...[...get(ROW), ...get(AT), ADD, ...LOAD_16, ...set(LEFT)],
  ...[...get(QUESTION), ...get(AT), ADD, ...LOAD_16, ...set(RIGHT)],
  ...[...get(SUM), ...addHalf(WIDEN_LOW), ...addHalf(WIDEN_HIGH), ...set(SUM)],
  ...[...get(AT), ...constant(LANES), ADD, ...tee(AT), ...get(SIZE), LESS, ...AGAIN, END],
  ...[...get(RESULT), ...get(SUM), ...lane(0), ...get(SUM), ...lane(1), ADD],
  ...[...get(SUM), ...lane(2), ADD, ...get(SUM), ...lane(3), ADD, ...STORE],
  ...[...get(RESULT), ...constant(4), ADD, ...set(RESULT), ...get(ROW), ...get(SIZE), ADD, ...set(ROW)],
  ...[...get(ROWS), ...constant(1), SUBTRACT, ...tee(ROWS), ...AGAIN, END],
  END,
];
const LOCALS = [2, 1, I32, 3, V128];
const MODULE = Uint8Array.from([
  ...[...Buffer.from('\0asm'), 1, 0, 0, 0],
  ...section(1, 1, 0x60, 5, I32, I32, I32, I32, I32, 0),
  ...section(2, 1, ...name('m'), ...name('m'), 2, 0, 0),
  ...section(3, 1, 0),
  ...section(7, 1, ...name('dot'), 0, 0),
  ...section(10, 1, ...unsigned(LOCALS.length + BODY.length), ...LOCALS, ...BODY),
]);

type Dot = (row: number, rows: number, size: number, question: number, result: number) => void;
let opened: { dot: Dot; buffer: ArrayBuffer } | null = null;

function open() {
  if (opened) return opened;
  // Rows have 16 bytes at least, so there are no more results than a quarter of the block has bytes.
  const memory = new WebAssembly.Memory({ initial: (RESULTS_AT + BLOCK / 4) / PAGE });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
  opened = { dot: exports.dot as Dot, buffer: memory.buffer };
  return opened;
}

/** As `dotProducts`, in plain words: for sizes that do not come out even, and to hold the other against. */
export function plainDotProducts(rows: Int8Array, vector: Int8Array): Int32Array {
  const size = vector.length;
  const products = new Int32Array(rows.length / size);
  for (let row = 0, at = 0; row < products.length; row++) {
    let sum = 0;
    for (let part = 0; part < size; part++) sum += rows[at++]! * vector[part]!;
    products[row] = sum;
  }
  return products;
}

/** Of each row (as long as the vector, one after the other) the sum of the products of its numbers with the vector's. */
export function dotProducts(rows: Int8Array, vector: Int8Array): Int32Array {
  const size = vector.length;
  if (size === 0 || size % LANES !== 0 || size > QUESTION_MAX) return plainDotProducts(rows, vector);
  const { dot, buffer } = open();
  const products = new Int32Array(rows.length / size);
  const perBlock = Math.floor(BLOCK / size);
  const block = new Int8Array(buffer, 0, BLOCK);
  new Int8Array(buffer, QUESTION_AT, size).set(vector);
  for (let row = 0; row < products.length; row += perBlock) {
    const count = Math.min(perBlock, products.length - row);
    block.set(rows.subarray(row * size, (row + count) * size));
    dot(0, count, size, QUESTION_AT, RESULTS_AT);
    products.set(new Int32Array(buffer, RESULTS_AT, count), row);
  }
  return products;
}
