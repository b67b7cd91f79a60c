import { type CSSProperties, useState } from 'react';

/** Shows a person's picture, or their initials if there is none or it does not load. */
export function Avatar({ name, picture, size = 32 }: { name: string; picture: string | null; size?: number }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className="avatar" aria-hidden style={{ '--size': `${size}px` } as CSSProperties}>
      {picture && picture !== broken ? (
        <img src={picture} alt="" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

const isLetterOrDigit = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

/** Returns the initials of a name's first two words, for avatars without a picture. */
export function initialsOf(name: string): string {
  const firsts = name.split(/\s+/).flatMap((word) => [...word].find(isLetterOrDigit) ?? []);
  return firsts.slice(0, 2).join('').toLocaleUpperCase('pt-BR');
}
