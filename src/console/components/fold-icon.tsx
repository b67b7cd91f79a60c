import { Icon } from './icon.tsx';

/** The `expandIcon` for antd's Collapse. antd's own icon has an English name for screen readers ("collapsed"). */
export const foldIcon = ({ isActive = false }: { isActive?: boolean }) => (
  <span className="cell-quiet">
    <Icon name={isActive ? 'chevronDown' : 'chevronRight'} size={14} />
  </span>
);
