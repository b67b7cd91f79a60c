import { Flex, Switch, type SwitchProps } from 'antd';

/** A switch with what it turns on beside it and, below that, a hint. */
export const SwitchLine = ({ label, hint, ...input }: SwitchProps & { label: string; hint?: string }) => (
  <Flex component="label" align="center" gap={12}>
    <Switch {...input} />
    <span>
      {label}
      {hint && <span className="small-text switch-hint">{hint}</span>}
    </span>
  </Flex>
);
