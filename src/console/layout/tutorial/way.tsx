import { Icon, type IconName } from '../../components/icon.tsx';

/** A button that folds the tutorial and opens a screen. The tutorial can be resumed from there. */
export function Way(props: { icon: IconName; title: string; text: string; isMain?: boolean; onGo: () => void }) {
  return (
    <button type="button" className="tutorial-way" data-main={props.isMain || undefined} onClick={props.onGo}>
      <span className="tutorial-way-icon">
        <Icon name={props.icon} />
      </span>
      <span>
        <strong>{props.title}</strong>
        <span>{props.text}</span>
      </span>
      <Icon name="chevronRight" size={14} />
    </button>
  );
}
