import { Avatar as AntdAvatar } from 'antd';
import { initialsOf } from './initials.ts';

/** Shows a person's picture, or their initials if there is none or it does not load. */
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
