export type VisiblePiece = string | { instead: string };

const NAMES = '(?:seed:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad)';
/** `assistantfinal` is what remains of Harmony's marks when a server drops them. */
const OPENS = String.raw`<${NAMES}(?:\s[^<>\n]{0,80})?>|\[THINK\]|◁think▷|<\|begin_of_thought\|>`;
const CLOSES = String.raw`<\/${NAMES}\s?>|\[\/THINK\]|◁\/think▷|<\|end_of_thought\|>|assistantfinal`;
const BEGINS_TURN = String.raw`<\|(?:im_start|start_header_id)\|>|<start_of_turn>|\[INST\]`;
const TOKENS = String.raw`<[|｜][^<>|｜\n]{1,40}[|｜]>|<\/?s>|<\/?end_of_turn>|<(?:eos|bos|pad|unk)>|\[\/INST\]`;
/** The model writes it for the visitor. Portuguese names also head lines of answers, so they must ask. */
const NEXT_TURN = String.raw`\n\s*(?:#{1,3}\s?)?(?:(?:User|Human|Instruction|Pergunta do visitante):|(?:Usuário|Visitante|Cliente):[^\n?]{1,200}\?)`;
const MARK = new RegExp(
  `(?<opens>${OPENS})|(?<closes>${CLOSES})|(?<begins>${BEGINS_TURN})|(?<token>${TOKENS})|(?<next>${NEXT_TURN})`,
  'iu',
);
const MAY_BECOME_MARK =
  /(?:<(?:[a-z/|｜][^<>\n]{0,90})?|\[\/?[A-Z]{0,5}|◁[^▷\n]{0,7}|a(?:s(?:s(?:i(?:s(?:t(?:a(?:n(?:t(?:f(?:i(?:n(?:al?)?)?)?)?)?)?)?)?)?)?)?)?|\n\s*#{0,3}\s?\p{L}{0,11}|\n\s*(?:#{1,3}\s?)?Pergunta d[\p{L} ]{0,13}|\n\s*(?:#{1,3}\s?)?(?:Usuário|Visitante|Cliente):[^\n?]{0,200})$/iu;
/** In the Harmony format, the header of a turn names its channel. */
const HIDDEN_CHANNEL = /analysis|commentary/i;
const ENDS_TURN = /end|eo[stm]|return|call/i;

interface VisibleText {
  push(piece: string): VisiblePiece;
  /** What was held back: the provider separates the thoughts itself. */
  release(): string;
  end(): string;
  isOver(): boolean;
  /** Ended without a marked beginning. */
  hadUnmarkedThoughts(): boolean;
}

/** `holds`: until the end or the end of its thoughts, because it may turn out to be thoughts. */
export function visibleText(holds: boolean): VisibleText {
  let buffered = '';
  let held = '';
  let mode: 'shown' | 'thought' | 'header' = 'shown';
  let header = '';
  let isOneLineHeader = false;
  let isHolding = holds;
  let [hasText, isOver, hadThoughts, hadUnmarked] = [false, false, false, false];

  function show(text: string): string {
    if (mode === 'header') {
      header += text;
      const line = header.indexOf('\n');
      if (!isOneLineHeader || line < 0) return '';
      mode = 'shown';
      return show(header.slice(line + 1));
    }
    if (mode !== 'shown' || isOver) return '';
    const shown = hasText ? text : text.trimStart();
    hasText ||= shown !== '';
    if (!isHolding) return shown;
    held += shown;
    return '';
  }

  function release(): string {
    const released = held;
    isHolding = false;
    held = '';
    return released;
  }

  function think(): void {
    if (!hasText) isHolding = false;
    hadThoughts = true;
    mode = 'thought';
  }

  function stopThinking(): boolean {
    const isUnmarked = mode === 'shown' && !hadThoughts && !isOver;
    mode = 'shown';
    if (!isUnmarked) return false;
    hadUnmarked = hadThoughts = true;
    const wasShown = hasText && !isHolding;
    held = '';
    hasText = isHolding = false;
    return wasShown;
  }

  function beginHeader(isOneLine: boolean): void {
    isOver ||= hasText && mode === 'shown';
    [mode, header, isOneLineHeader] = ['header', '', isOneLine];
  }

  function readToken(token: string): void {
    if (/\|(?:start|channel)\|/i.test(token)) beginHeader(false);
    else if (/\|message\|/i.test(token)) {
      if (HIDDEN_CHANNEL.test(header)) think();
      else mode = 'shown';
    } else if (ENDS_TURN.test(token) || token === '</s>') {
      isOver ||= hasText && mode === 'shown';
      mode = 'shown';
    }
  }

  function read(): VisiblePiece {
    let text = '';
    let isRestart = false;
    for (let mark = MARK.exec(buffered); mark; mark = MARK.exec(buffered)) {
      text += show(buffered.slice(0, mark.index));
      buffered = buffered.slice(mark.index + mark[0].length);
      const { opens, closes, begins, next } = mark.groups!;
      if (closes && stopThinking()) [text, isRestart] = ['', true];
      else if (opens && mode === 'shown') think();
      else if (begins && begins !== '[INST]') beginHeader(true);
      else if (begins ?? next) isOver ||= hasText && mode === 'shown';
      else if (mark.groups!.token) readToken(mark.groups!.token);
    }
    return isRestart ? { instead: text } : text;
  }

  const joined = (before: VisiblePiece, after: string): VisiblePiece =>
    typeof before === 'string' ? before + after : { instead: before.instead + after };

  function push(piece: string): VisiblePiece {
    buffered += piece;
    const complete = read();
    const open = MAY_BECOME_MARK.exec(buffered)?.index ?? buffered.length;
    const ready = buffered.slice(0, open);
    buffered = buffered.slice(open);
    return joined(complete, show(ready));
  }

  function end(): string {
    const rest = /^(?:<[|｜/]|◁)/.test(buffered) ? '' : show(buffered);
    buffered = '';
    return release() + rest;
  }

  return { push, release, end, isOver: () => isOver, hadUnmarkedThoughts: () => hadUnmarked };
}
