import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import load, { type TesseractCore } from 'tesseract.js-core/tesseract-core-simd-lstm.js';

export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Pixels from the top left corner of the upright picture. */
export interface PictureWord {
  text: string;
  line: string;
  x0: number;
  x1: number;
  top: number;
  bottom: number;
  confidence: number;
}

const LSTM_ONLY = 1;
const AUTOMATIC = 3;
const UPRIGHT = 1;
const UPSIDE_DOWN = 3;
/** Slope from which a picture is straightened. */
const SLOPE_MIN = 0.005;
/** Below this, the picture may be upside down. */
const DOUBTFUL = 60;
const LETTERS = /[\p{L}\p{N}]/u;

const require = createRequire(import.meta.url);
const fileOf = (name: string) => readFileSync(require.resolve(name));

/** Reads text from pictures, one at a time. */
export class Recogniser {
  readonly #core: TesseractCore;
  readonly #api: InstanceType<TesseractCore['TessBaseAPI']>;

  private constructor(core: TesseractCore) {
    this.#core = core;
    core.FS.writeFile(
      'por.traineddata',
      gunzipSync(fileOf('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz')),
    );
    this.#api = new core.TessBaseAPI();
    if (this.#api.Init(null, 'por', LSTM_ONLY) !== 0) throw new Error('The model of OCR cannot be loaded');
    this.#api.SetPageSegMode(AUTOMATIC);
  }

  static async open(): Promise<Recogniser> {
    const wasmBinary = fileOf('tesseract.js-core/tesseract-core-simd-lstm.wasm');
    const silent = () => undefined;
    return new Recogniser(await load({ wasmBinary, print: silent, printErr: silent }));
  }

  /** Bytes of a PNG or JPEG; turned upright. Blocks until they are read. */
  read(picture: GreyPicture | Uint8Array): PictureWord[] {
    this.#core.FS.writeFile('/input', picture instanceof Uint8Array ? picture : portable(picture));
    const upright = this.#recognise(UPRIGHT);
    if (confidenceOf(upright) >= DOUBTFUL) return upright;
    const turned = this.#recognise(UPSIDE_DOWN);
    return confidenceOf(turned) > confidenceOf(upright) ? turned : upright;
  }

  #recognise(orientation: number): PictureWord[] {
    if (this.#api.SetImageFile(orientation, 0) !== 0) return [];
    this.#api.FindLines();
    const slope = this.#api.GetGradient();
    if (Math.abs(slope) > SLOPE_MIN) this.#api.SetImageFile(orientation, slope);
    this.#api.Recognize(null);
    const words = wordsOf(this.#api.GetTSVText(0));
    this.#api.Clear();
    return isSideways(words) ? words.map(turned) : words;
  }
}

/** From 0 to 100, by word lengths; 0 without words. */
export function confidenceOf(words: readonly Pick<PictureWord, 'text' | 'confidence'>[]): number {
  const all = words.reduce((sum, { text }) => sum + text.length, 0);
  return all === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / all;
}

function portable({ width, height, pixels }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

const WORD_LEVEL = '5';

function wordsOf(table: string): PictureWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== WORD_LEVEL || !LETTERS.test(text)) return [];
    return [
      {
        text,
        line: [page, block, paragraph, line].join('.'),
        x0: Number(left),
        x1: Number(left) + Number(width),
        top: Number(top),
        bottom: Number(top) + Number(height),
        confidence: Number(confidence),
      },
    ];
  });
}

/** Such a text is read all the same, but its words stand one below the other. */
function isSideways(words: readonly PictureWord[]): boolean {
  const long = words.filter(({ text }) => text.length > 3);
  return long.filter(({ x0, x1, top, bottom }) => bottom - top > x1 - x0).length > long.length / 2;
}

const turned = ({ x0, x1, top, bottom, ...word }: PictureWord): PictureWord => ({
  ...word,
  x0: top,
  x1: bottom,
  top: -x1,
  bottom: -x0,
});
