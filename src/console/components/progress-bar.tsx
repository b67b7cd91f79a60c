import { Progress } from 'antd';

/** A progress bar from 0 to 100. Leave out `percent` for work of unknown length. */
export const ProgressBar = ({ percent, label, color }: { percent?: number; label: string; color?: string }) => (
  <Progress
    percent={percent ?? 100}
    status={percent === undefined ? 'active' : 'normal'}
    size={['100%', 4]}
    showInfo={false}
    strokeColor={color}
    aria-label={label}
    aria-valuenow={percent}
  />
);
