import { type CSSProperties, useState } from 'react';
import { initialsOf } from './initials.ts';

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
