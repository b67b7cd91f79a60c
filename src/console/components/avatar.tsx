import { Avatar as AntdAvatar } from 'antd';
import { initialsOf } from './initials.ts';

/** The picture of a person, or the initials while there is none (or it does not come). */
export const Avatar = ({ name, picture, size = 32 }: { name: string; picture: string | null; size?: number }) => (
  <AntdAvatar
    className="avatar"
    size={size}
    src={picture ?? undefined}
    alt=""
    style={{ fontSize: size * 0.4 }}
    aria-hidden
  >
    {initialsOf(name)}
  </AntdAvatar>
);
