import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../components/icon.tsx';

type CalloutTone = 'danger' | 'attention' | 'information' | 'good';
const ICONS: Record<CalloutTone, IconName> = {
  danger: 'warning',
  attention: 'clock',
  information: 'info',
  good: 'check',
};

/** What one has to know before all else on the screen, with what can be done about it. */
export function Callout(props: { tone: CalloutTone; title: string; children?: ReactNode; actions?: ReactNode }) {
  const isUrgent = props.tone === 'danger';
  return (
    <section className={`callout callout-${props.tone}`} role={isUrgent ? 'alert' : 'status'}>
      <Icon name={ICONS[props.tone]} size={20} />
      <div className="callout-said">
        <h2>{props.title}</h2>
        {props.children}
        {props.actions && <div className="callout-actions">{props.actions}</div>}
      </div>
    </section>
  );
}
