import { Icon } from './icon.tsx';

/** The `expandIcon` of antd's Collapse. Its own icon says "collapsed" to screen readers, in English. */
export const foldIcon = ({ isActive = false }: { isActive?: boolean }) => (
  <span className="cell-quiet">
    <Icon name={isActive ? 'chevronDown' : 'chevronRight'} size={14} />
  </span>
);
