import { PICTURES_MAX } from '../../../shared/constants.ts';
import type { Block } from '../../blocks.ts';
import { pictureBlocks } from './picture-blocks.ts';
import { type GreyPicture, Recogniser } from './recogniser.ts';

/** After it, no other picture is begun. */
const TIME_MS = 75_000;

export class PictureReader {
  #recogniser: Promise<Recogniser> | undefined;
  #read = 0;
  #end: number | undefined;
  readonly #onBegin: () => void;

  /** `onBegin`: before the first picture, since reading takes long. */
  constructor(onBegin: () => void = () => undefined) {
    this.#onBegin = onBegin;
  }

  get hasRoom(): boolean {
    return this.#read < PICTURES_MAX && (this.#end === undefined || performance.now() < this.#end);
  }

  begin(): void {
    if (this.#end !== undefined) return;
    this.#end = performance.now() + TIME_MS;
    this.#onBegin();
  }

  /** Bytes of a PNG or JPEG. Null if nothing can be read surely enough. */
  async read(picture: GreyPicture | Uint8Array, page?: number): Promise<Block[] | null> {
    this.begin();
    this.#read += 1;
    this.#recogniser ??= Recogniser.open();
    return pictureBlocks((await this.#recogniser).read(picture), page);
  }
}
