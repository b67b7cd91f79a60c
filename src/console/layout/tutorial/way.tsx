import { Avatar, Button } from 'antd';
import { Icon, type IconName } from '../../components/icon.tsx';

/** A button that folds the tutorial and opens a screen. The tutorial can be resumed from there. */
export function Way(props: { icon: IconName; title: string; text: string; isMain?: boolean; onGo: () => void }) {
  return (
    <Button
      block
      size="large"
      className="line-button"
      ghost={props.isMain}
      type={props.isMain ? 'primary' : 'default'}
      onClick={props.onGo}
    >
      <Avatar shape="square" size={36} icon={<Icon name={props.icon} />} />
      <span className="fill">
        <strong>{props.title}</strong>
        <br />
        <span className="small-text">{props.text}</span>
      </span>
      <Icon name="chevronRight" size={14} />
    </Button>
  );
}
