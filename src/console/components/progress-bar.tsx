import { Progress } from 'antd';

/** A progress bar from 0 to 100. Leave out `percent` for work of unknown length. */
export const ProgressBar = ({ percent, label }: { percent?: number; label: string }) => (
  <Progress
    percent={percent ?? 100}
    status={percent === undefined ? 'active' : 'normal'}
    size={['100%', 4]}
    showInfo={false}
    aria-label={label}
    aria-valuenow={percent}
  />
);
