const NUMBERS = String.raw`\^?\d{1,2}(?:\s?[,;–-]\s?\d{1,2})*`;
/** Visitors cannot see the numbers of passages: ` [1]`, `[trecho 2]`, `【1†fonte】`. Not `[1](address)`. */
const CITATION = new RegExp(
  String.raw`[^\S\n]*(?:【[^】\n]{0,80}】|\[(?:(?:trechos?|fontes?|doc)[\s:]{0,2})?${NUMBERS}\](?![(:]))`,
  'gi',
);
const MAY_BECOME_CITATION = /[^\S\n]*(?:【[^】\n]{0,80}|\[[^\][\n]{0,20}\]?)?$/;

interface CitationFilter {
  push(piece: string): string;
  end(): string;
}

export function withoutCitations(): CitationFilter {
  let buffered = '';
  function take(length: number): string {
    const ready = buffered.slice(0, length).replace(CITATION, '');
    buffered = buffered.slice(length);
    return ready;
  }
  return {
    push(piece) {
      buffered += piece;
      return take(MAY_BECOME_CITATION.exec(buffered)!.index);
    },
    end: () => take(buffered.length),
  };
}
