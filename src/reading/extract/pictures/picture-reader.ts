import type { Block } from '../../blocks.ts';
import { pictureBlocks } from './picture-blocks.ts';
import { type GreyPicture, Recogniser } from './recogniser.ts';

/** Maximum number of pictures read in a file, and the time after which no other is begun. */
export const PICTURES_MAX = 20;
const TIME_MS = 75_000;

/** Reads the pictures of one file, as far as its bounds reach. */
export class PictureReader {
  #recogniser: Promise<Recogniser> | undefined;
  #read = 0;
  #end: number | undefined;
  readonly #onBegin: () => void;

  /** `onBegin` is called before the first picture, since reading takes long. */
  constructor(onBegin: () => void = () => undefined) {
    this.#onBegin = onBegin;
  }

  /** Whether another picture may be read. */
  get hasRoom(): boolean {
    return this.#read < PICTURES_MAX && (this.#end === undefined || performance.now() < this.#end);
  }

  /** Starts the clock. */
  begin(): void {
    if (this.#end !== undefined) return;
    this.#end = performance.now() + TIME_MS;
    this.#onBegin();
  }

  /** Returns the text of a picture, or of the bytes of a PNG or JPEG; null if it has none that can be read surely enough. */
  async read(picture: GreyPicture | Uint8Array, page?: number): Promise<Block[] | null> {
    this.begin();
    this.#read += 1;
    this.#recogniser ??= Recogniser.open();
    return pictureBlocks((await this.#recogniser).read(picture), page);
  }
}
